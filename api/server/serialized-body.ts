/** Answers as the bytes that are sent, made once for all who get them. */

export interface Printed {
	bytes: Uint8Array<ArrayBuffer>;
	etag: string;
}

export const encoded = (text: string): Uint8Array<ArrayBuffer> =>
	new TextEncoder().encode(text);

/** What has no version of its own: its tag is its bytes', and stays as long as they do. */
export function printed(text: string): Printed {
	const bytes = encoded(text);
	const hash = new Bun.CryptoHasher("sha256").update(bytes);
	return { bytes, etag: `"${hash.digest("base64url").slice(0, 22)}"` };
}
