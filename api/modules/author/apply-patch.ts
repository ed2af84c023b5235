/** A change to some members (RFC 7396): what it makes of the present state has to fit the state's shape. */
import type { Static, TObject } from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import { mergePatch } from "../../server/merge-patch.ts";
import { refuse } from "../../server/validation.ts";

/**
 * The state that `patch` makes of `present`; throws `validation_failed` with pointers into it. Members of `answer` that are no part
 * of the state are passed over, so that what was read can be sent back.
 */
export function patched<State extends TObject>(
	state: State,
	answer: TObject,
	present: Static<State>,
	patch: Record<string, unknown>,
): Static<State> {
	const passedOver = (name: string) =>
		name === "$schema" ||
		(name in answer.properties && !(name in state.properties));
	const given = Object.entries(patch).filter(([name]) => !passedOver(name));
	const next = mergePatch(present, Object.fromEntries(given));
	refuse(shapeFaults(state, next));
	return next as Static<State>;
}
