/**
 * The engine and TypeScript's own parser must read the same functions, classes, imports and exports out of real files. Where a
 * grammar cannot read a file as a whole, what is lost is listed in `agreement/gaps.json` with its reason; nothing else may differ.
 */
import { expect, test } from "bun:test";
import { readWithEngine } from "./engine.ts";
import gaps from "./gaps.json" with { type: "json" };
import { chooseSources } from "./sources.ts";
import { type Declared, readWithTypeScript } from "./typescript.ts";

const aspects = ["functions", "classes", "imports", "exports"] as const;

/** One thing that only one reader found. */
interface Difference {
	file: string;
	aspect: string;
	found: string;
	by: "engine" | "TypeScript";
}

function differences(file: string, ours: Declared, theirs: Declared) {
	return aspects.flatMap((aspect): Difference[] => {
		const only = (a: Set<string>, b: Set<string>, by: Difference["by"]) =>
			[...a]
				.filter((found) => !b.has(found))
				.map((found) => ({ file, aspect, found, by }));
		return [
			...only(ours[aspect], theirs[aspect], "engine"),
			...only(theirs[aspect], ours[aspect], "TypeScript"),
		];
	});
}

const sources = chooseSources();
const clean: Difference[] = [];
const erroneous: Difference[] = [];
const unread: string[] = [];
let compared = 0;
for (const source of sources) {
	const theirs = readWithTypeScript(source.path, source.content);
	const ours = await readWithEngine(source, theirs);
	const isClean = !ours.hasErrors && !theirs.hasErrors;
	if (!isClean) unread.push(source.name);
	(isClean ? clean : erroneous).push(...differences(source.name, ours, theirs));
	for (const aspect of aspects) compared += theirs[aspect].size;
}

test("about a hundred files of each grammar are read", () => {
	const endings = sources.map(({ path }) => path.split(".").at(-1));
	expect(sources.length).toBeGreaterThanOrEqual(100);
	expect([...new Set(endings)].sort()).toEqual(["js", "ts", "tsx"]);
	expect(compared).toBeGreaterThan(1000);
});

test("both readers agree on every file that both read without an error", () => {
	expect(clean).toEqual([]);
});

test("what is lost elsewhere is listed with its reason", () => {
	expect(unread.sort()).toEqual(Object.keys(gaps.files).sort());
	expect(erroneous).toEqual(gaps.differences as Difference[]);
});

for (const { gap, path, code, lost } of gaps.snippets)
	test(`gap: ${gap}`, async () => {
		const theirs = readWithTypeScript(path, code);
		const ours = await readWithEngine(
			{ name: path, path, content: code },
			theirs,
		);
		expect(theirs.hasErrors).toBe(false);
		expect(ours.hasErrors).toBe(true);
		const found = differences(path, ours, theirs).map(
			(one) => `${one.by}: ${one.aspect} ${one.found}`,
		);
		expect(found).toEqual(lost);
	});
