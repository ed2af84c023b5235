/** The packs that the extension carries: a broken one is not carried along, and the build says what is broken. */
import { afterAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundledPacks } from "../build.ts";
import { REFUSED, REFUSED_PACKS } from "./suite/hostile-pack.ts";

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
	await expectRefused(root, why);
});

async function expectRefused(root: string, why: string): Promise<void> {
	const error = await bundledPacks(root).catch((each) => each);
	expect(error).toBeInstanceOf(Error);
	expect(error.message).toContain(why);
	expect(error.message).toContain("trees");
}

// The same challenges are opened in VS Code, from a package that holds them all the same.
test.each(Object.entries(REFUSED))(
	"a hostile challenge %p is refused with words",
	async (slug, { files, said, built = said }) => {
		const path = `challenges/01-${slug}.json`;
		const root = await rootWith({ ...manifest, challenges: [path] }, null);
		const starter = files.map(({ path, content = "" }) => ({ path, content }));
		await Bun.write(
			join(root, "trees", path),
			JSON.stringify({ ...challenge, files: starter }),
		);
		await expectRefused(root, built);
	},
);

test.each(Object.keys(REFUSED_PACKS))(
	"a pack with the slug %p is refused with words",
	async (slug) =>
		expectRefused(await rootWith({ ...manifest, slug }, "{}"), "`slug`"),
);

const FILE = "challenges/01-plant.json";
const FOLDER = "challenges/01-plant";
/** Where it stands in the pack, how it is made there, and a part of the message that refuses it. */
const notFiles: [
	name: string,
	place: string,
	make: (at: string) => unknown,
	why: string,
][] = [
	[
		"a link to a file elsewhere in place of a challenge",
		FILE,
		(at) => symlink(import.meta.path, at),
		"is a link that leaves the pack's folder",
	],
	[
		"a link to itself in place of a challenge",
		FILE,
		(at) => symlink(at, at),
		"cannot be read (ELOOP)",
	],
	[
		"a pipe in place of a challenge",
		FILE,
		(at) => Bun.spawnSync(["mkfifo", at]),
		"is neither a file nor a folder",
	],
	[
		"a link to a folder elsewhere in place of a challenge's folder",
		FOLDER,
		(at) => symlink(import.meta.dir, at),
		"is a link that leaves the pack's folder",
	],
	[
		"a link to a file elsewhere in a challenge's folder",
		`${FOLDER}/starter/plant.js`,
		(at) => symlink(import.meta.path, at),
		"is a link; put the file itself there",
	],
];

test.each(notFiles)("%s is refused with words", async (_, place, make, why) => {
	const root = await rootWith(manifest, null);
	const at = join(root, "trees", place);
	await mkdir(dirname(at), { recursive: true });
	await make(at);
	await expectRefused(root, why);
});
