/** Turns answers into cases of their challenge: right ones are accepted, wrong ones are rejected by the first check that fails. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CaseKind, PackOnDisk } from "@treeline/packs/disk";
import { readCases } from "@treeline/packs/disk";
import {
	type Accepted,
	challengeSlug,
	type Rejected,
	resultAt,
} from "@treeline/packs/format";
import { closestName } from "@treeline/verify/names";
import type { FileEntry } from "@treeline/verify/shapes";
import { locateChecks } from "../checks.ts";
import { caseEntries, caseFolder } from "../convert/forms.ts";
import { requireInside } from "../paths.ts";
import type { VerifiedAnswer, VerifiedSet } from "./verify.ts";

/**
 * Writes the answers called `names` (as `answerNamed` takes them) into their challenges' cases.
 * Returns a line for each. Throws before anything is written when one cannot be a case.
 */
export async function adoptAnswers(
	pack: PackOnDisk,
	sets: VerifiedSet[],
	names: string[],
): Promise<string[]> {
	const chosen = names.map((name) => answerNamed(sets, name));
	const lines: string[] = [];
	const writes: { path: string; content: string; flag: "w" | "wx" }[] = [];
	for (const set of sets) {
		const adopted = chosen.filter((each) => each.set === set);
		if (adopted.length === 0) continue;
		const { path, text, accepted, rejected, faults, parts } = await readCases(
			pack.folder,
			set.path,
		);
		// Cases that cannot be read would be lost: only missing ones are made.
		const broken = faults.find(({ code }) => code !== "no_cases");
		if (broken) throw new Error(broken.detail);
		const counts = { accepted: accepted.length, rejected: rejected.length };
		const before = text === undefined ? {} : JSON.parse(text);
		const known = new Set([...accepted, ...rejected].map(filesText));
		for (const { one } of adopted) {
			const { answer } = one;
			const title = `${set.name}/${answer.name}`;
			const name = answer.note ?? answer.name.replace(/^(right|wrong)-/, "");
			if (known.has(filesText(answer))) {
				lines.push(`${title} is a case already`);
				continue;
			}
			known.add(filesText(answer));
			if (answer.isRight) accepted.push({ name, files: answer.files });
			else
				rejected.push({
					name,
					caughtBy: catcherOf(set, one),
					files: answer.files,
				});
			lines.push(`${title} is now a case of ${path}`);
		}
		if (parts) {
			const lists = { accepted, rejected };
			for (const kind of ["accepted", "rejected"] as const)
				for (const file of await newCaseFiles(
					pack.folder,
					path,
					kind,
					lists[kind].slice(counts[kind]),
				))
					writes.push({ ...file, flag: "wx" });
			continue;
		}
		const cases = { ...before, accepted, rejected };
		const content = `${JSON.stringify(cases, null, "\t")}\n`;
		writes.push({ path, content, flag: "w" });
	}
	for (const { path } of writes) await requireInside(pack.folder, path);
	for (const { path, content, flag } of writes) {
		const file = join(pack.folder, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content, { flag });
	}
	return lines;
}

/** The files of new cases in the challenge's folder `at`, each case in a folder of its own; their paths are relative to the pack. */
async function newCaseFiles(
	pack: string,
	at: string,
	kind: CaseKind,
	cases: readonly (Accepted | Rejected)[],
): Promise<FileEntry[]> {
	const names = await readdir(join(pack, at, kind)).catch(() => []);
	const last = Math.max(
		0,
		...names.map((name) => Number.parseInt(name, 10) || 0),
	);
	return cases.flatMap((one, index) =>
		caseEntries(caseFolder(kind, last + index + 1, one.name), one).map(
			({ path, content }) => ({ path: `${at}/${path}`, content }),
		),
	);
}

/** The answer that `name` means: its folder's name, with its challenge's number or slug in front where others have it, or its path. */
function answerNamed(
	sets: VerifiedSet[],
	name: string,
): { set: VerifiedSet; one: VerifiedAnswer } {
	const [answer = "", challenge] = name
		.split(/[\\/]/)
		.filter((part) => part !== "" && part !== ".")
		.reverse();
	const all = sets.flatMap((set) => set.verified.map((one) => ({ set, one })));
	const found = all.filter(
		({ set, one }) =>
			one.answer.name === answer &&
			(challenge === undefined || namesOf(set).includes(challenge)),
	);
	const [first] = found;
	if (!first) throw new Error(unknownAnswer(name, answer, all));
	if (found.length > 1)
		throw new Error(
			`"${name}" is in ${found.map(({ set }) => set.name).join(" and in ")}; name it as <challenge>/<answer>.`,
		);
	if (!first.one.answer.isRight) catcherOf(first.set, first.one);
	return first;
}

/** What a challenge is called in front of an answer: by its number, `express-01`, or by its slug. */
const namesOf = ({ name, path }: VerifiedSet) => [name, challengeSlug(path)];

function unknownAnswer(
	name: string,
	answer: string,
	all: { set: VerifiedSet; one: VerifiedAnswer }[],
): string {
	const closest = closestName(
		answer,
		all.map(({ one }) => one.answer.name),
	);
	const [first] = all;
	const like = all.find(({ one }) => one.answer.name === closest) ?? first;
	if (!like) return `There is no answer "${name}".`;
	const known = like.one.answer.name;
	const ways = namesOf(like.set).map((front) => `"${front}/${known}"`);
	return `There is no answer "${name}". Name one by its folder, such as "${known}", or with its challenge in front, by number or by slug: ${ways.join(" or ")}.`;
}

/** The place of the first check that a wrong answer fails. */
function catcherOf(
	{ name, challenge }: VerifiedSet,
	one: VerifiedAnswer,
): string {
	const caught = locateChecks(challenge.assertions)
		.map(({ place }) => place)
		.find((place) => resultAt(one.result, place)?.passed === false);
	if (caught) return caught;
	throw new Error(
		`${name}/${one.answer.name} fails no check, so none can be named as the one that catches it. Write the check first, then adopt it.`,
	);
}

const filesText = ({ files }: Pick<VerifiedAnswer["answer"], "files">) =>
	JSON.stringify(files.map(({ path, content }) => [path, content]).sort());
