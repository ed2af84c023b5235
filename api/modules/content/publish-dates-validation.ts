/** Checks and normalizes the moments from which, and until which, the public sees a published item. */
import { refuse } from "../../server/errors.ts";
import { parseTimestamp } from "../../server/parse-timestamp.ts";
import type { ItemState } from "./queries.ts";

type Moments = Pick<ItemState, "publishAt" | "unpublishAt">;

/** The state with its moments in UTC. Throws `validation_failed` for a moment that does not exist, and for an end that is not after the beginning. */
export function withSchedule<State extends Moments>(state: State): State {
	const publishAt = momentOf(state.publishAt, "publishAt");
	const unpublishAt = momentOf(state.unpublishAt, "unpublishAt");
	if (publishAt && unpublishAt && unpublishAt <= publishAt)
		refuse([
			{
				pointer: "#/unpublishAt",
				code: "not_after",
				detail: `\`unpublishAt\` has to be after \`publishAt\`, which is ${publishAt}`,
			},
		]);
	return { ...state, publishAt, unpublishAt };
}

export const isScheduled = ({ publishAt, unpublishAt }: Moments): boolean =>
	publishAt !== null || unpublishAt !== null;

function momentOf(given: string | null, name: keyof Moments): string | null {
	if (given === null) return null;
	const moment = parseTimestamp(given);
	if (Number.isNaN(moment))
		refuse([
			{
				pointer: `#/${name}`,
				code: "malformed",
				detail: `\`${name}\` is no ISO 8601 timestamp with its zone, from 1970 on; send one like 2026-12-24T18:00:00Z`,
			},
		]);
	return new Date(moment).toISOString();
}
