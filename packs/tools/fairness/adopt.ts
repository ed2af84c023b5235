/** Answers that become cases of their challenge: right ones are accepted ones, wrong ones name the first check that fails. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackOnDisk } from "@treeline/packs/disk";
import { readCases } from "../cases.ts";
import { located } from "../patterns.ts";
import { resultAt } from "../square.ts";
import type { Judged, JudgedSet } from "./judge.ts";

/**
 * Writes the answers called `names` (`<challenge>/<answer>`, or the answer alone where it is the only one) into their challenges' cases.
 * Returns a line for each. Throws before anything is written when one cannot be a case.
 */
export async function adoptAnswers(
	pack: PackOnDisk,
	sets: JudgedSet[],
	names: string[],
): Promise<string[]> {
	const chosen = names.map((name) => answerNamed(sets, name));
	const lines: string[] = [];
	for (const set of sets) {
		const adopted = chosen.filter((one) => one.set === set);
		if (adopted.length === 0) continue;
		const { path, text, accepted, rejected, faults } = await readCases(
			pack.folder,
			set.path,
		);
		if (faults[0] && text !== undefined) throw new Error(faults[0].detail);
		const before = text === undefined ? {} : JSON.parse(text);
		const known = new Set([...accepted, ...rejected].map(filesText));
		for (const { judged } of adopted) {
			const { answer } = judged;
			const said = `${set.name}/${answer.name}`;
			const name = answer.note ?? answer.name.replace(/^(right|wrong)-/, "");
			if (known.has(filesText(answer))) {
				lines.push(`${said} is a case already`);
				continue;
			}
			known.add(filesText(answer));
			if (answer.isRight) accepted.push({ name, files: answer.files });
			else
				rejected.push({
					name,
					caughtBy: catcherOf(set, judged),
					files: answer.files,
				});
			lines.push(`${said} is now a case of ${path}`);
		}
		const cases = { ...before, accepted, rejected };
		await writeFile(
			join(pack.folder, path),
			`${JSON.stringify(cases, null, "\t")}\n`,
		);
	}
	return lines;
}

function answerNamed(
	sets: JudgedSet[],
	name: string,
): { set: JudgedSet; judged: Judged } {
	const found = sets.flatMap((set) =>
		set.judged
			.filter(
				({ answer }) =>
					answer.name === name || `${set.name}/${answer.name}` === name,
			)
			.map((judged) => ({ set, judged })),
	);
	const [one] = found;
	if (!one)
		throw new Error(
			`There is no answer "${name}". Name one as <challenge>/<answer>.`,
		);
	if (found.length > 1)
		throw new Error(
			`"${name}" is in ${found.map(({ set }) => set.name).join(" and in ")}; name it as <challenge>/<answer>.`,
		);
	if (!one.judged.answer.isRight) catcherOf(one.set, one.judged);
	return one;
}

/** The place of the first check that a wrong answer fails. */
function catcherOf({ name, challenge }: JudgedSet, judged: Judged): string {
	const place = located(challenge.assertions)
		.map((one) => one.place)
		.find((one) => resultAt(judged.result, one)?.passed === false);
	if (place) return place;
	throw new Error(
		`${name}/${judged.answer.name} fails no check, so none can be named as the one that catches it. Write the check first, then adopt it.`,
	);
}

const filesText = ({ files }: Pick<Judged["answer"], "files">) =>
	JSON.stringify(files.map(({ path, content }) => [path, content]).sort());
