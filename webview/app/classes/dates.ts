/** Dates of assignments in the reader's own time, as words and as what a field for dates holds. */
import type { Assignment, LearnerAssignment } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";
import { formatMinute } from "../elements/format.ts";

/** Whether a due date has passed. */
export const isPastDue = ({ dueAt }: Pick<Assignment, "dueAt">): boolean =>
	dueAt !== null && Date.parse(dueAt) < Date.now();

/** Whether a learner has not passed all of it in time. */
export const isOverdue = (assignment: LearnerAssignment): boolean =>
	assignment.pack !== null &&
	assignment.passedCount < assignment.pack.challengeCount &&
	isPastDue(assignment);

/** From when and until when, in words. */
export function datesText({ opensAt, dueAt }: Assignment): string {
	const opens =
		opensAt !== null && Date.parse(opensAt) > Date.now()
			? t("opens {0}", formatMinute(opensAt))
			: null;
	const due = dueAt !== null ? t("due {0}", formatMinute(dueAt)) : null;
	return [opens, due].filter(Boolean).join(" · ") || t("no due date");
}

/** `2026-12-01T23:59` in the reader's own time, for a field; empty for none. */
export function fieldValueOf(at: string | null): string {
	if (at === null) return "";
	const date = new Date(at);
	return new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
		.toISOString()
		.slice(0, 16);
}

/** The moment that a field holds; null for none. */
export const momentOf = (value: string): string | null =>
	value === "" ? null : new Date(value).toISOString();
