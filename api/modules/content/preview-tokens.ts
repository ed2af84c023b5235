/** Tokens that each read one item as it is now, a draft too, until they expire. They are signed, and stored nowhere. */
import { createHmac, timingSafeEqual } from "node:crypto";

export interface PreviewTokens {
	/** @param expires in seconds since 1970 */
	make(itemId: string, expires: number): string;
	/** What a token says; null when it is not signed by any of the keys. Whether it has expired is for the database's clock to say. */
	read(token: string): { itemId: string; expires: number } | null;
}

/** @param keys of administrators, the same for all instances: the first signs, and the end of a key is the end of its tokens */
export function previewTokens(keys: readonly string[]): PreviewTokens {
	const signers = keys.map((key) => {
		const secret = createHmac("sha256", key)
			.update("treeline: content previews")
			.digest();
		return (text: string) => createHmac("sha256", secret).update(text).digest();
	});
	return {
		make(itemId, expires) {
			const text = Buffer.from(`${itemId} ${expires}`).toString("base64url");
			const [sign] = signers;
			if (!sign) throw new Error("there is no admin key");
			return `${text}.${sign(text).toString("base64url")}`;
		},
		read(token) {
			const [text = "", signature = ""] = token.split(".");
			const given = Buffer.from(signature, "base64url");
			const isSigned = signers.some((sign) => {
				const right = sign(text);
				return given.length === right.length && timingSafeEqual(given, right);
			});
			if (!isSigned) return null;
			const [itemId = "", expires] = Buffer.from(text, "base64url")
				.toString()
				.split(" ");
			return { itemId, expires: Number(expires) };
		},
	};
}
