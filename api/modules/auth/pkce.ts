/** The PKCE challenge of a verifier, method S256 (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
	new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
