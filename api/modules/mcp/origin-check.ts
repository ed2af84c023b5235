/**
 * Who a browser is led to this endpoint by: a page of another site is refused, and so is a name that was made to lead here (DNS
 * rebinding). Programs that are no browsers send no Origin and the name that they asked for.
 */
import { RPC, rpcRefusal } from "../../server/json-rpc.ts";

const OWN_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** The refusal of a request that came by another name than the site's or its machine's, or from another site's page; else null. */
export function refusedSite(request: Request, origin: string): Response | null {
	const site = new URL(origin).host;
	const host = request.headers.get("host") ?? new URL(request.url).host;
	if (host !== site && !OWN_MACHINE.test(host))
		return rpcRefusal(
			403,
			RPC.refused,
			`This endpoint is not known as "${host.slice(0, 200)}"; ask at ${origin}/api/mcp.`,
		);
	const from = request.headers.get("origin");
	const local = OWN_MACHINE.test(site);
	if (from === null || from === origin || (local && isOwnMachine(from)))
		return null;
	return rpcRefusal(
		403,
		RPC.refused,
		"The request came from the page of another site, which may not use this endpoint.",
	);
}

function isOwnMachine(origin: string): boolean {
	const url = URL.parse(origin);
	return url !== null && OWN_MACHINE.test(url.host);
}
