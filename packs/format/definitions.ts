/** A pack's definitions (`definitions.json`), which its challenges' patterns share: each challenge takes along those that it uses. */
import { Definitions } from "@treeline/verify/shapes";
import { type Fault, shapeFaults } from "./faults.ts";

export { withDefinitions } from "./with-definitions.ts";
export { Definitions };

/** What is wrong with the shape of a pack's definitions. */
export const definitionsFaults = (value: unknown, at = "#"): Fault[] =>
	shapeFaults(Definitions, withoutSchema(value), at);

/** The definitions without the address of their schema. */
export function withoutSchema(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	const { $schema: _, ...rest } = value as Record<string, unknown>;
	return rest;
}
