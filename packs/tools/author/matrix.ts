/** The table of a challenge: which check the solution, the starter and each case pass, and what of that is wrong. */
import {
	type Cases,
	type ChallengeFile,
	resultAt,
} from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/author-message";
import type { FileEntry } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { locateChecks } from "../checks.ts";
import { type Paint, visible } from "./code-frame.ts";

/** One answer of a challenge and the checks that it passes, in the order of the challenge's. */
interface Row {
	kind: "solution" | "starter" | "accepted" | "rejected";
	name: string;
	passes: boolean[];
	/** Which checks cannot be evaluated on it. */
	faulty: boolean[];
	/** Which checks it should pass; null where either will do. */
	expected: (boolean | null)[];
	/** What each check says of it. */
	messages: string[];
}

export interface CheckMatrix {
	checks: { place: string; description: string }[];
	rows: Row[];
}

/** Verifies all answers of a challenge, the starter among them. */
export async function checkMatrix(
	{ assertions, files, scaffold }: ChallengeFile,
	{ accepted, rejected }: Pick<Cases, "accepted" | "rejected">,
	verifier: Verifier,
): Promise<CheckMatrix> {
	const checks = locateChecks(assertions).map(({ place, assertion }) => ({
		place,
		description: assertion.description,
	}));
	const rows: Row[] = [];
	const add = async (
		kind: Row["kind"],
		name: string,
		content: FileEntry[],
		expected: (place: string) => boolean | null,
	) => {
		const { result } = await verifier.check(assertions, content);
		const results = checks.map(({ place }) => resultAt(result, place));
		rows.push({
			kind,
			name,
			passes: results.map((one) => one?.passed === true),
			faulty: results.map((one) => one?.fault === "check"),
			messages: results.map((one) => (one ? messageForAuthor(one) : "")),
			expected: checks.map(({ place }) => expected(place)),
		});
	};
	await add("solution", "", files, () => true);
	if (scaffold) await add("starter", "", scaffold, () => null);
	for (const one of accepted)
		await add("accepted", one.name, one.files, () => true);
	for (const one of rejected)
		await add("rejected", one.name, one.files, (place) =>
			place === one.caughtBy ? false : null,
		);
	return { checks, rows };
}

/** Whether every check can be evaluated, and every answer passes and misses the checks that it should. */
export const isAsExpected = ({ checks, rows }: CheckMatrix) =>
	rows.every((row) =>
		checks.every((_, index) => /[✓✗]/.test(signOf(row, index))),
	);

/** What a row says of a check. */
function signOf({ passes, faulty, expected }: Row, index: number) {
	if (faulty[index]) return "?";
	const wanted = expected[index] ?? null;
	const passed = passes[index] === true;
	if (wanted !== null && passed !== wanted) return "!";
	return passed ? "✓" : "✗";
}

/** Characters of an answer's name in the table. */
const NAME_WIDTH = 60;

/** The table as lines of text: a letter for each check, which is named above, and a row for each answer. */
export function matrixLines(matrix: CheckMatrix, paint: Paint): string[] {
	const { checks, rows } = matrix;
	const letters = checks.map((_, index) => columnLetter(index));
	const labels = rows.map(({ kind, name }) => labelOf(kind, name));
	const width = Math.max(0, ...labels.map((label) => label.length));
	const places = Math.max(0, ...checks.map(({ place }) => place.length));
	const uncaught = letters.filter(
		(_, index) => !rows.some(({ expected }) => expected[index] === false),
	);
	return [
		...checks.map(
			({ place, description }, index) =>
				`  ${letters[index]}  ${paint.dim(visible(place).padEnd(places))}  ${visible(description)}`,
		),
		"",
		`  ${" ".repeat(width)}  ${letters.join("  ")}`,
		...rows.map((one, row) =>
			`  ${(labels[row] ?? "").padEnd(width)}  ${letters
				.map((letter, index) => signOf(one, index).padEnd(letter.length))
				.map((text) => painted(text, paint))
				.join("  ")}`.trimEnd(),
		),
		"",
		`  ✓ passes   ✗ fails   ! passes or fails, and should not${rows.some(({ faulty }) => faulty.includes(true)) ? "   ? cannot be evaluated" : ""}`,
		...rows.flatMap((one, row) =>
			letters.flatMap((letter, index) => {
				const sign = signOf(one, index);
				const message = visible(one.messages[index] ?? "");
				if (sign === "?")
					return [
						`  ${paint.red("?")} ${letter}, ${labels[row]}: cannot be evaluated: ${message}`,
					];
				return sign === "!"
					? [
							`  ${paint.red("!")} ${letter}, ${labels[row]}: ${one.passes[index] ? "passes, and its `caughtBy` names this check" : message}`,
						]
					: [];
			}),
		),
		...(uncaught.length > 0
			? [
					`  No rejected answer is there to be caught by ${uncaught.join(", ")}; add one that breaks that alone.`,
				]
			: []),
	];
}

const painted = (text: string, paint: Paint) =>
	text.startsWith("✓") ? paint.green(text) : paint.red(text);

function labelOf(kind: Row["kind"], name: string): string {
	const label = visible(name === "" ? kind : `${kind}: ${name}`);
	return label.length > NAME_WIDTH
		? `${label.slice(0, NAME_WIDTH - 1)}…`
		: label;
}

/** A, B, … Z, A2, B2, … */
const columnLetter = (index: number) =>
	String.fromCharCode(65 + (index % 26)) +
	(index < 26 ? "" : String(Math.floor(index / 26) + 1));
