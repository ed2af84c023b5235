/** PKCE (RFC 7636): the challenge of a code verifier. */

/** The PKCE challenge of a verifier, method S256 (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
	new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
