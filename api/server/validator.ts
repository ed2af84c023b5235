/** Whether a value has its shape: most have, and are told so by compiled code; only one that has not is searched for its faults. */
import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Fault, shapeFaults } from "@treeline/packs/format";

/** The faults of a value, none when it has the shape; pointers begin with `at`. The shape is compiled when it is first needed. */
export function faultsBy(
	shape: TSchema,
	at = "#",
): (value: unknown) => Fault[] {
	let compiled: TypeCheck<TSchema> | null = null;
	return (value) => {
		compiled ??= TypeCompiler.Compile(shape);
		return compiled.Check(value) ? [] : shapeFaults(shape, value, at);
	};
}
