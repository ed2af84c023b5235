/** RFC 3339, from 1970 to 9999; the seconds may be left out. */
const TIMESTAMP =
	/^((?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/** Milliseconds since 1970 of an ISO 8601 timestamp with its zone; NaN for anything else, and for a day that the calendar lacks. */
export function parseTimestamp(text: string): number {
	const [, day] = TIMESTAMP.exec(text) ?? [];
	if (day === undefined) return Number.NaN;
	// `Date.parse` takes 30 February for 2 March.
	const date = new Date(`${day}T00:00:00Z`);
	const isDay =
		!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
	return isDay ? Date.parse(text) : Number.NaN;
}
