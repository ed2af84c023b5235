/** Who is signed in (contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";

export const SessionState = Type.Object({
	authenticated: Type.Boolean(),
	user: Type.Union([
		Type.Object({
			_id: Type.String(),
			name: Type.String(),
			image: Type.Union([Type.String(), Type.Null()]),
		}),
		Type.Null(),
	]),
	expiresAt: Type.Union([Type.String(), Type.Null()]),
});
export type SessionState = Static<typeof SessionState>;
