/** What the build puts where: what the first paint waits for, and what makes a built page stale. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bundled, bundle } from "../build/bundle.ts";
import { compress } from "../build/compress.ts";
import type { BuildRecord } from "../build/staleness.ts";
import { requireBuiltPage, TEST_DEADLINE_MS } from "./browser.ts";

const BUILD = join(import.meta.dir, "../build");
/** A word of the parser's own binding, which no other code has. */
const PARSER = "ts_parser_";
let bundled: Bundled;

setDefaultTimeout(TEST_DEADLINE_MS);

beforeAll(async () => {
	bundled = await bundle();
});

const textOf = (names: Iterable<string>) =>
	[...names]
		.map((name) => new TextDecoder().decode(bundled.files.get(name)))
		.join("\n");

test("the parser is the worker's alone: neither first paint nor challenge waits for it", () => {
	const { first, challenge, worker } = bundled.roles;
	expect(textOf(worker)).toContain(PARSER);
	expect(textOf(first)).not.toContain(PARSER);
	expect(textOf(challenge)).not.toContain(PARSER);
});

/** Most that a first visit to the catalogue loads, compressed, in bytes. */
const FIRST_LOAD = 60_000;
/** Most that a challenge needs to be shown on a first visit: scripts and styles, without the editor's language and the engine. */
const FIRST_CHALLENGE = 180_000;

/** Words of what is loaded once it is used or switched on, which no other code has. */
const LATER = {
	search: "cm-panel.cm-search",
	vim: "cm-vim-message",
	emacs: "killRing",
	comparison: "cm-mergeView",
};

async function compressedSize(names: string[]): Promise<number> {
	const sizes = await Promise.all(
		names.map(async (name) => {
			const bytes = bundled.files.get(name);
			if (!bytes) throw new Error(`${name} is not in the bundle`);
			return (await compress(bytes)).length;
		}),
	);
	return sizes.reduce((all, size) => all + size, 0);
}

test("a first visit to the catalogue loads little, and nothing of the editor", async () => {
	const { first } = bundled.roles;
	expect(await compressedSize(first)).toBeLessThanOrEqual(FIRST_LOAD);
	expect(textOf(first)).not.toContain("cm-editor");
});

test("a first visit to a challenge loads little, and nothing of what is used later", async () => {
	const { first, challenge } = bundled.roles;
	expect(await compressedSize([...first, ...challenge])).toBeLessThanOrEqual(
		FIRST_CHALLENGE,
	);
	const text = textOf(challenge);
	for (const each of Object.values(LATER)) expect(text).not.toContain(each);
	// The words are those of what is loaded later.
	const all = textOf(bundled.files.keys());
	for (const each of Object.values(LATER)) expect(all).toContain(each);
});

test("shapes are checked where they arrive: the first paint has no validator", () => {
	expect(textOf(bundled.roles.first)).not.toContain("TypeBox.Kind");
});

test(
	"a change of the build itself makes the page stale",
	async () => {
		requireBuiltPage();
		const record: BuildRecord = JSON.parse(
			readFileSync(join(BUILD, "../../.build/page/build.json"), "utf8"),
		);
		const sources = readdirSync(BUILD).map((name) => `webview/build/${name}`);
		expect(sources.length).toBeGreaterThan(3);
		expect(Object.keys(record)).toEqual(
			expect.arrayContaining(["webview/build.ts", ...sources]),
		);
	},
	TEST_DEADLINE_MS,
);
