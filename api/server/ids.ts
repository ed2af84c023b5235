/** Identifiers in paths: one that is malformed names nothing, and is a 404 (contract, section 2). */
import { Type } from "@sinclair/typebox";

/** As identifiers are written, in a path or a body. */
export const Uuid = Type.String({
	pattern:
		"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
});

/** Of a path that ends in `/:id`. */
export const IdParams = Type.Object({ id: Uuid });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);
