/** WHY.md of a case: its name, the check that must catch a wrong answer, and the reason. */
import type { Accepted, Rejected } from "../cases.ts";
import type { CaseKind } from "./shape.ts";

/** What a case's WHY.md says. */
export interface Why {
	name: string;
	caughtBy: string;
	caughtByLine: number;
	behaves?: boolean;
	reason?: string;
}

/**
 * Parses a WHY.md: the first line is the case's name, as a JSON string when it starts with a quote. For a rejected case, lines with
 * `caughtBy:` and `behaves:` follow after an empty line, and the reason after another one.
 */
export function parseWhy(
	text: string,
	kind: CaseKind,
): Why | { fault: string; line: number } {
	const lines = text.split("\n");
	const line = (index: number) => (lines[index] ?? "").replace(/\r$/, "");
	let name = line(0);
	if (name.startsWith('"')) {
		try {
			name = String(JSON.parse(name));
		} catch {
			return {
				fault:
					"starts with a quote, and its first line is no JSON string; write it without quotes",
				line: 1,
			};
		}
	}
	if (name.trim() === "")
		return {
			fault:
				"has an empty first line; say there what is special about this answer",
			line: 1,
		};
	const why: Why = { name, caughtBy: "", caughtByLine: 1 };
	let at = 1;
	if (line(at) === "") at++;
	if (kind === "accepted")
		return lines.slice(at).join("").trim() === ""
			? why
			: {
					fault:
						"has more than a first line, and an accepted answer needs no more; remove the rest",
					line: at + 1,
				};
	const known = new Set<string>();
	for (; at < lines.length && line(at) !== ""; at++) {
		const [, key = "", value = ""] =
			/^(caughtBy|behaves): *(.*?) *$/.exec(line(at)) ?? [];
		if (known.has(key))
			return {
				fault: `has a second \`${key}:\` in line ${at + 1}; keep one`,
				line: at + 1,
			};
		known.add(key);
		if (key === "caughtBy") {
			why.caughtBy = value;
			why.caughtByLine = at + 1;
		} else if (key === "behaves" && /^(true|false)$/.test(value))
			why.behaves = value === "true";
		else
			return {
				fault: `has \`${line(at).slice(0, 60)}\` in line ${at + 1}; write \`caughtBy: <check>\` or \`behaves: true\` there, and the reason below an empty line`,
				line: at + 1,
			};
	}
	if (why.caughtBy === "")
		return {
			fault:
				"has no `caughtBy`; name the check that must fail, such as `caughtBy: perFile/app.js/0`",
			line: Math.min(2, lines.length),
		};
	const reason = lines
		.slice(at + 1)
		.join("\n")
		.replace(/\n$/, "");
	if (reason !== "") why.reason = reason;
	return why;
}

/** The text of a case's WHY.md, which {@link parseWhy} parses to the same case. */
export function whyText(one: Accepted | Rejected): string {
	const first = /^["\s]|\s$|[\n\r\u2028\u2029]/.test(one.name)
		? JSON.stringify(one.name)
		: one.name;
	if (!("caughtBy" in one)) return `${first}\n`;
	const behaves = one.behaves === undefined ? "" : `behaves: ${one.behaves}\n`;
	const reason = one.reason === undefined ? "" : `\n${one.reason}\n`;
	return `${first}\n\ncaughtBy: ${one.caughtBy}\n${behaves}${reason}`;
}
