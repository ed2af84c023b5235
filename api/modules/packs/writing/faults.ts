/** A pack that was proved and does not hold is refused whole, with pointers. */
import type { Fault } from "@treeline/packs/format";
import { ApiError } from "../../../server/errors.ts";

/** Throws `reference_fails` or `validation_failed` when there is a fault. */
export function refuseFaults(faults: Fault[], subject: string): void {
	const [first] = faults;
	if (!first) return;
	const code = faults.every((fault) => fault.code === "reference_fails")
		? "reference_fails"
		: "validation_failed";
	throw new ApiError(
		code,
		`${subject} refused and nothing was stored. ${first.pointer}: ${first.detail}.`,
		faults,
	);
}
