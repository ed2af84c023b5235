/** Checks and normalizes the moments from which, and until which, the public sees a published item. */
import { refuse } from "../../server/errors.ts";
import type { ItemState } from "./queries.ts";

type Moments = Pick<ItemState, "publishAt" | "unpublishAt">;

/** RFC 3339, from 1970 to 9999; the seconds may be left out. */
const TIMESTAMP =
	/^((?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

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
	const [, day = ""] = TIMESTAMP.exec(given) ?? [];
	const moment = Date.parse(given);
	if (!isDay(day) || Number.isNaN(moment))
		refuse([
			{
				pointer: `#/${name}`,
				code: "malformed",
				detail: `\`${name}\` is no ISO 8601 timestamp with its zone, from 1970 on; send one like 2026-12-24T18:00:00Z`,
			},
		]);
	return new Date(moment).toISOString();
}

/** Whether the calendar has the day: 30 February would be taken for 2 March. */
function isDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
