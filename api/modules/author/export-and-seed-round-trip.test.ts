/** What an author exports is what was written, and what another server makes of it is the same again (contract, section 6). */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { join } from "node:path";
import { readPacks, seedBody } from "@treeline/packs/disk";
import type { SeedBody } from "@treeline/packs/format";
import fc from "fast-check";
import { newAuthor } from "../../test/author-client.ts";
import { type Service, startService } from "../../test/harness.ts";
import { texts } from "../../test/openapi/generate-values.ts";
import { seedInto } from "../../test/seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const isFull = process.env.TREELINE_TEST_SIZE === "full";
/** The quick size draws the same cases in every run. */
const seed = Number(
	process.env.SEED ?? (isFull ? Date.now() % 1_000_000_000 : 1),
);
const numRuns = isFull ? 40 : 10;
console.log(`seed ${seed}, ${numRuns} packs`);

let here: Service;
let elsewhere: Service;
beforeAll(async () => {
	[here, elsewhere] = await Promise.all([startService(), startService()]);
});
afterAll(() => Promise.all([here.stop(), elsewhere.stop()]));

/** Writes `pack` as somebody new, and answers what they export. */
async function written(pack: SeedBody): Promise<SeedBody> {
	const author = await newAuthor(here);
	await author.write(pack);
	const { slug } = pack.manifest;
	return (await author.ask("GET", `/author/packs/${slug}/export`)).body.data;
}

/** Seeds `pack` at the other server, and answers what somebody there exports to whom the pack is given. */
async function seededElsewhere(pack: SeedBody): Promise<SeedBody> {
	expect(await seedInto(elsewhere, pack)).toMatchObject({ result: "created" });
	expect(await seedInto(elsewhere, pack)).toMatchObject({
		result: "unchanged",
	});
	const author = await newAuthor(elsewhere);
	const { slug } = pack.manifest;
	await elsewhere.sql`
		UPDATE packs SET author_user_id = ${author.userId}, visibility = 'private' WHERE slug = ${slug}`;
	return (await author.ask("GET", `/author/packs/${slug}/export`)).body.data;
}

/** The same to the letter: the order of members, too, which authors give to files and checks. */
function expectSame(one: SeedBody, other: SeedBody): void {
	expect(one).toEqual(other);
	for (const [index, { files, assertions }] of one.challenges.entries())
		expect(JSON.stringify([files, assertions])).toBe(
			JSON.stringify([
				other.challenges[index]?.files,
				other.challenges[index]?.assertions,
			]),
		);
}

const launchPacks = (
	await readPacks(join(import.meta.dir, "../../../packs"))
).map(seedBody);

test.each(launchPacks.map((pack) => [pack.manifest.slug, pack] as const))(
	"the launch pack %s comes back as it was written, and again from elsewhere",
	async (_, pack) => {
		const { $schema: __, ...manifest } = pack.manifest;
		const challenges = pack.challenges.map(
			({ $schema: ___, ...challenge }) => challenge,
		);
		const exported = await written(pack);
		expectSame(exported, { manifest, challenges });
		expectSame(await seededElsewhere(exported), exported);
	},
);

type Challenge = SeedBody["challenges"][number];

/** A challenge that its reference passes, with `odd` in it. */
const challengeWith = (odd: Partial<Challenge>): Challenge => ({
	slug: "odd",
	title: "Odd",
	prompt: "Declare `a`.",
	difficulty: "beginner",
	tags: [],
	timeEstimateSeconds: 60,
	scaffolded: false,
	files: [{ path: "a.js", content: "const a = 1;\n" }],
	hints: [],
	assertions: {
		perFile: {
			"a.js": [
				{ type: "variableDeclaration", name: "a", description: "`a` is there" },
			],
		},
		crossFile: [],
	},
	...odd,
});

const packWith = (slug: string, challenges: Challenge[]): SeedBody => ({
	manifest: {
		name: "Odd",
		slug,
		description: "Odd.",
		language: "javascript",
		version: "1.0.0",
		author: "Ada",
		tags: [],
		challenges: challenges.map(
			({ slug }, index) =>
				`challenges/${String(index + 1).padStart(2, "0")}-${slug}.json`,
		),
	},
	challenges,
});

let made = 0;
const newSlug = () => `round-trip-${++made}`;

const [check] = challengeWith({}).assertions.perFile?.["a.js"] ?? [];
if (!check) throw new Error("there is no check");

const ODD: [string, Partial<Challenge>][] = [
	["empty lists", {}],
	[
		"a scaffold",
		{ scaffolded: true, scaffold: [{ path: "a.js", content: "" }] },
	],
	[
		"a scaffold that it says it has not",
		{ scaffold: [{ path: "b.js", content: "// b\n" }] },
	],
	["a debrief", { debrief: "# Well done\n\nGo on." }],
	["a title of blanks", { title: "   " }],
	["a title of signs", { title: "<b>&amp;</b> {{x}} $& %s \\ \" ' `" }],
	["a title of many scripts", { title: "日本語 עברית عربى 👩‍💻 e\u0301 ﷺ" }],
	["a title of 200 characters", { title: "x".repeat(200) }],
	["line ends of all kinds", { prompt: "a\r\nb\rc\n\u2028d\u2029" }],
	["blanks that stay", { hints: [" a ", "\t", "\n"] }],
	[
		"a file of every kind of character",
		{
			files: [
				{
					path: "a.js",
					content: "const a = '\u0001\u007f\ufeff\u202e\u{10ffff}';",
				},
			],
		},
	],
	[
		"checks of all files only",
		{ assertions: { crossFile: [check] } as Challenge["assertions"] },
	],
	[
		"files in folders, and an order of their own",
		{
			files: [
				{ path: "z/ü ß/~1 %41.js", content: "" },
				{ path: "a.js", content: "const a = 1;" },
				{ path: "2", content: "two" },
				{ path: "1", content: "one" },
			],
			assertions: {
				perFile: { "z/ü ß/~1 %41.js": [], "a.js": [check], "2": [], "1": [] },
				crossFile: [],
			},
		},
	],
	[
		"names that objects have by themselves",
		{
			files: [
				{ path: "a.js", content: "const a = 1;" },
				{ path: "constructor", content: "toString" },
				{ path: "__proto__", content: "valueOf" },
			],
			tags: ["__proto__", "constructor", "hasOwnProperty"],
			// As an object literal it would be no member.
			assertions: JSON.parse(
				`{"perFile":{"__proto__":[],"constructor":[],"a.js":[${JSON.stringify(check)}]},"crossFile":[]}`,
			),
		},
	],
];

test.each(ODD)("a pack with %s comes back", async (_, odd) => {
	const pack = packWith(newSlug(), [challengeWith(odd)]);
	const exported = await written(pack);
	expectSame(exported, pack);
	expectSame(await seededElsewhere(exported), exported);
});

test("a pack without a framework, and one without a challenge", async () => {
	const pack = packWith(newSlug(), []);
	expectSame(await written(pack), pack);
	const whole = packWith(newSlug(), [challengeWith({})]);
	whole.manifest.framework = "Ünïcode.js";
	expectSame(await seededElsewhere(await written(whole)), whole);
});

test("a pack of any texts comes back", async () => {
	const some = (maxLength: number) =>
		texts.filter((text) => text.length > 0 && text.length <= maxLength);
	const challenges = fc.array(
		fc.record(
			{
				title: some(200),
				prompt: some(200),
				tags: fc.array(some(60), { maxLength: 3 }),
				hints: fc.array(some(200), { maxLength: 3 }),
				debrief: some(200),
				timeEstimateSeconds: fc.integer({ min: 1, max: 86_400 }),
				scaffold: fc
					.array(texts, { minLength: 1, maxLength: 3 })
					.map((contents) =>
						contents.map((content, index) => ({ path: `${index}`, content })),
					),
			},
			{ requiredKeys: [] },
		),
		{ minLength: 1, maxLength: 3 },
	);
	const fields = fc.record({
		name: some(200),
		description: some(200),
		language: some(40),
		framework: some(80),
		author: some(200),
		tags: fc.array(some(60), { maxLength: 3 }),
	});
	await fc.assert(
		fc.asyncProperty(challenges, fields, async (odd, said) => {
			const pack = packWith(
				newSlug(),
				odd.map((one, index) =>
					challengeWith({ ...one, slug: `odd-${index + 1}` }),
				),
			);
			Object.assign(pack.manifest, said);
			const exported = await written(pack);
			expectSame(exported, pack);
			expectSame(await seededElsewhere(exported), exported);
		}),
		{ seed, numRuns },
	);
});

describe("without a slug, a title makes one", () => {
	test.each<[title: string, slug: string | null]>([
		["Say Hello over HTTP!", "say-hello-over-http"],
		["Ärger mit Crème brûlée", "arger-mit-creme-brulee"],
		["  a_b--c  ", "a-b-c"],
		["ﬁne Ⅻ", "fine-xii"],
		["㎯", "rads2"],
		["1", "1"],
		["x".repeat(200), "x".repeat(200)],
		// What is cut off ends with a word's own letter.
		["㍱ ".repeat(66), "hpa-".repeat(50).slice(0, -1)],
		["㍱".repeat(200), "hpa".repeat(67).slice(0, -1)],
		["日本語", null],
		["--", null],
		["👩‍💻", null],
	])("%#", async (title, slug) => {
		const author = await newAuthor(here);
		const pack = packWith(newSlug(), []);
		await author.write(pack);
		const { slug: _, ...challenge } = challengeWith({ title });
		const path = `/author/packs/${pack.manifest.slug}/challenges`;
		const told = await author.ask("POST", path, challenge);
		if (slug === null)
			expect(told).toMatchObject({
				status: 400,
				body: { errors: [{ pointer: "#/slug", code: "missing" }] },
			});
		else expect(told.body.data).toMatchObject({ title, slug });
	});
});
