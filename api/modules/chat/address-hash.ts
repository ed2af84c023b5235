/** Tells addresses apart without storing them: keyed, because all addresses there are can be hashed in minutes (contract, section 8). */
import { createHmac } from "node:crypto";

const BITS = 128;

/** @param secret the server's own; its own processes share it. With another one the same address has another hash. */
export function addressHasher(secret: string): (address: string) => string {
	const key = createHmac("sha256", secret)
		.update("treeline: addresses of chat visitors")
		.digest();
	return (address) =>
		createHmac("sha256", key)
			.update(address)
			.digest("hex")
			.slice(0, BITS / 4);
}
