/** A request from this machine to this machine: by a loopback name, and handed on by nobody. */
import { isLoopback } from "../../../config/reader.ts";

/** Headers that a proxy or a tunnel adds. */
const FORWARDING =
	/^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-(for|host|forwarded-for)|true-client-ip|cf-.+|fastly-.+|fly-.+|x-envoy-.+|x-proxyuser-ip|client-ip|forwarded-for)$/;

export function isOwnMachine({ headers }: Request): boolean {
	for (const [name] of headers) if (FORWARDING.test(name)) return false;
	return isLoopback(`http://${headers.get("host") ?? ""}`);
}
