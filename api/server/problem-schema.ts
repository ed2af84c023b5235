/** Error bodies, everywhere except MCP (contract, section 2; RFC 9457, `application/problem+json`). */
import { type Static, Type } from "@sinclair/typebox";

/** One thing that is wrong with a request. */
export const ProblemPlace = Type.Object({
	/** JSON pointer of what is wrong, as `#/challenges/0/title`. */
	pointer: Type.String(),
	code: Type.String(),
	detail: Type.String(),
});

export const Problem = Type.Object({
	type: Type.String(),
	title: Type.String(),
	status: Type.Integer(),
	detail: Type.String(),
	code: Type.String(),
	requestId: Type.String(),
	errors: Type.Optional(Type.Array(ProblemPlace)),
});
export type Problem = Static<typeof Problem>;
