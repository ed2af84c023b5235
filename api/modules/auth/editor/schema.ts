/** How an editor redeems its code (contract, section 5; RFC 7636, section 4.1). */
import { Type } from "@sinclair/typebox";
import { SignedIn } from "../schema.ts";

export const Exchange = Type.Object({
	code: Type.String({ minLength: 1, maxLength: 200 }),
	code_verifier: Type.String({ pattern: "^[A-Za-z0-9._~-]{43,128}$" }),
});

export const ExchangedSession = Type.Object({
	/** For `Authorization: Session <value>`. */
	session: Type.String(),
	user: SignedIn,
	expiresAt: Type.String(),
});
