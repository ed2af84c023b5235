/** The content hash of a pack, a challenge or a list of them, by which a change is found: SHA-256, in hex, of a value as JSON; the order of members counts. */
export function contentHashOf(value: unknown): string {
	return new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(value))
		.digest("hex");
}
