/** What a runner found, taken from the report that it writes itself; a runner without a report has failed. */
import { readFile } from "node:fs/promises";
import type { ProcessResult } from "./child-process.ts";

export interface Outcome {
	passed: boolean;
	/** Tests that ran, and those of them that failed. */
	tests: number;
	failures: number;
	/** Stopped because its time was over. */
	timedOut: boolean;
	/** In a few lines, for a person; empty when it passed. */
	why: string;
}

/** The outcome of a run whose JUnit report is at `report`. */
export async function outcomeOf(
	{ code, timedOut, output }: ProcessResult,
	report: string,
	seconds: number,
): Promise<Outcome> {
	const xml = await readFile(report, "utf8").catch(() => "");
	const { tests, failures, skipped } = countTests(xml);
	const ran = tests - skipped;
	const passed = code === 0 && !timedOut && failures === 0 && ran > 0;
	return {
		passed,
		tests: ran,
		failures: passed ? 0 : Math.max(failures, 1),
		timedOut,
		why: passed
			? ""
			: timedOut
				? `not done after ${seconds} s`
				: excerpt(output),
	};
}

/** Sums of the outermost suites: Bun writes them on `testsuites`, pytest on each `testsuite`. */
function countTests(xml: string) {
	const whole = /<testsuites\b[^>]*\btests="[^>]*>/.exec(xml)?.[0];
	const heads = whole
		? [whole]
		: [...xml.matchAll(/<testsuite\b[^>]*>/g)].map(([head]) => head);
	const sum = (field: string) =>
		heads.reduce(
			(total, head) =>
				total + Number(new RegExp(`\\b${field}="(\\d+)"`).exec(head)?.[1] ?? 0),
			0,
		);
	return {
		tests: sum("tests"),
		failures: sum("failures") + sum("errors"),
		skipped: sum("skipped"),
	};
}

const MOST_LINES = 12;

/** The lines that tell what failed; the last ones when none does. */
function excerpt(output: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
	const lines = output.replace(/\u001b\[[0-9;]*m/g, "").split("\n");
	const telling = lines.filter((line) =>
		/^(error|E {2}|FAILED|ERROR|SyntaxError|TypeError|\(fail\))|^\s*(Expected|Received)|\(fail\)|error:/.test(
			line,
		),
	);
	const chosen = telling.length > 0 ? telling : lines.filter((l) => l.trim());
	return chosen
		.slice(telling.length > 0 ? 0 : -MOST_LINES)
		.slice(0, MOST_LINES)
		.map((line) => line.trimEnd())
		.join("\n");
}
