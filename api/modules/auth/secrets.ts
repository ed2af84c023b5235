/** What is handed out as proof — sessions, states, codes — is 256 random bits, and only its SHA-256 is kept. */

/** A new secret of 43 URL-safe characters. */
export const newSecret = (): string =>
	crypto
		.getRandomValues(new Uint8Array(32))
		.toBase64({ alphabet: "base64url", omitPadding: true });

/** The SHA-256 of a secret, in hex: what the database holds. */
export const hashOf = (secret: string): string =>
	new Bun.CryptoHasher("sha256").update(secret).digest("hex");

/** The PKCE challenge of a verifier, method S256 (RFC 7636, section 4.2). */
export const challengeOf = (verifier: string): string =>
	new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
