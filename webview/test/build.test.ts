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

test("a first visit to the catalogue loads little, and nothing of the editor", async () => {
	const { first } = bundled.roles;
	const sizes = await Promise.all(
		first.map(async (name) => {
			const bytes = bundled.files.get(name);
			if (!bytes) throw new Error(`${name} is not in the bundle`);
			return (await compress(bytes)).length;
		}),
	);
	const total = sizes.reduce((all, size) => all + size, 0);
	expect(total).toBeLessThanOrEqual(FIRST_LOAD);
	expect(textOf(first)).not.toContain("cm-editor");
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
