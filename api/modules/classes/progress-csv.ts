/** The progress of a class as comma-separated values (RFC 4180), for spreadsheets. */
import type { ChallengeResult, ClassProgress } from "./api-schemas.ts";

/** Lets Excel detect UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/** A line for each learner: name, since when, how many challenges are passed of how many, the latest attempt, and the state of each challenge. */
export function progressCsv({
	assignment: { dueAt },
	challenges,
	learners,
}: ClassProgress): string {
	const header = [
		...["Learner", "Joined", "Passed", "Challenges", "Latest attempt"],
		...challenges.map(({ title }, index) => `${index + 1}. ${title}`),
	];
	const lines = learners.map(({ name, joinedAt, results }) => {
		const attempted = results.filter((each) => each !== null);
		const latest = attempted.map(({ lastAttemptAt }) => lastAttemptAt).sort();
		return [
			name,
			joinedAt,
			String(attempted.filter(({ passedAt }) => passedAt !== null).length),
			String(challenges.length),
			latest.at(-1) ?? "",
			...results.map((result) => stateOf(result, dueAt)),
		];
	});
	return (
		BYTE_ORDER_MARK +
		[header, ...lines]
			.map((cells) => `${cells.map(cellOf).join(",")}\r\n`)
			.join("")
	);
}

function stateOf(result: ChallengeResult | null, dueAt: string | null): string {
	if (result === null) return "not started";
	const { passedAt, verified } = result;
	if (passedAt === null) return "in progress";
	const isLate = dueAt !== null && passedAt > dueAt;
	return `passed${isLate ? " late" : ""}${verified ? "" : " (not verified)"}`;
}

/** What spreadsheets take for the beginning of a formula, after blanks, too. */
const FORMULA = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** The same after what separates cells in some of them. */
const LATER_FORMULA =
	/(?<=\S\s*[;\t\n]\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cellOf(text: string): string {
	const inner = text.replaceAll(LATER_FORMULA, "'");
	const harmless = FORMULA.test(text) ? `'${inner}` : inner;
	return /[",;\r\n]/.test(harmless)
		? `"${harmless.replaceAll('"', '""')}"`
		: harmless;
}
