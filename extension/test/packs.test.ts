/** The packs that the extension carries: a broken one is not carried along, and the build says what is broken. */
import { afterAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundledPacks } from "../build.ts";

const folder = await mkdtemp(join(tmpdir(), "treeline-packs-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const manifest = {
	name: "Trees",
	slug: "trees",
	description: "A pack of one challenge.",
	language: "javascript",
	version: "1.0.0",
	author: "Tests",
	tags: [],
	challenges: ["challenges/01-plant.json"],
};
const challenge = {
	title: "Plant",
	prompt: "Plant one.",
	difficulty: "beginner",
	tags: [],
	timeEstimateSeconds: 60,
	scaffolded: false,
	files: [{ path: "plant.js", content: "function plant() {}\n" }],
	hints: [],
	assertions: {
		perFile: {
			"plant.js": [
				{ type: "functionDeclaration", name: "plant", description: "d" },
			],
		},
	},
};
let count = 0;

/** A root with one pack: its manifest, and its challenge's file as it stands there. */
async function rootWith(pack: unknown, file: string | null): Promise<string> {
	const root = join(folder, String(count++));
	await Bun.write(join(root, "trees/pack.json"), JSON.stringify(pack));
	if (file !== null)
		await Bun.write(join(root, "trees/challenges/01-plant.json"), file);
	return root;
}

test("a whole pack is carried", async () => {
	const root = await rootWith(manifest, JSON.stringify(challenge));
	const [pack] = await bundledPacks(root);
	expect(pack?.challenges.map(({ slug }) => slug)).toEqual(["plant"]);
});

test.each([
	["a manifest without a name", { ...manifest, name: undefined }, "{}", "name"],
	["a file that is not there", manifest, null, "is not there"],
	["a file that is not JSON", manifest, "{oh no", "is not JSON"],
	[
		"a challenge without a title",
		manifest,
		JSON.stringify({ ...challenge, title: undefined }),
		"`title` is missing",
	],
])("%s is refused with words", async (_, pack, file, why) => {
	const root = await rootWith(pack, file);
	const error = await bundledPacks(root).catch((each) => each);
	expect(error).toBeInstanceOf(Error);
	expect(error.message).toContain(why);
	expect(error.message).toContain("trees");
});
