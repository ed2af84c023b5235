/** A challenge worked on without a screen: the workbench over a host in memory and the real engine. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Challenge } from "@treeline/api/client-types";
import { taskNumbers } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { tabId } from "../app/challenge/editor/tabs.tsx";
import { fileNameFault } from "../app/challenge/file-name.ts";
import { plannedRows } from "../app/challenge/verdict.ts";
import { createWorkbench } from "../app/challenge/workbench.ts";
import { markdownToHtml, mayPointTo } from "../app/markdown.ts";
import { ownNotices } from "../app/notices.ts";
import { routeOf } from "../app/router.ts";
import { newAttemptId } from "../host/attempt-batch.ts";
import type { Host, PageFiles } from "../host/host.ts";
import { createMemoryHost } from "../host/memory.ts";

const verifier = createVerifier();
afterAll(() => verifier.close());

const challenge: Challenge = {
	_id: "0190a0b0-0000-7000-8000-000000000001",
	packId: "0190a0b0-0000-7000-8000-000000000000",
	packSlug: "trees",
	slug: "plant",
	title: "Plant a tree",
	prompt: "Plant one.",
	difficulty: "beginner",
	tags: [],
	timeEstimateSeconds: 60,
	order: 1,
	status: null,
	hints: ["Dig.", "Water."],
	scaffolded: true,
	files: [
		{ path: "plant.js", content: "" },
		{ path: "notes.js", content: "" },
	],
	assertions: {
		perFile: {
			"plant.js": [
				{
					type: "functionDeclaration",
					name: "plant",
					description: "There is a function `plant`.",
				},
			],
		},
	},
	previous: null,
	next: null,
	version: 1,
	debrief: null,
};

function open(host = createMemoryHost({ verifier, challenges: [challenge] })) {
	const bench = createWorkbench(host, challenge);
	return { host, bench };
}

describe("the workbench", () => {
	test("tells a pass, keeps it and hands the attempt over once", async () => {
		const { host, bench } = open();
		bench.showHint();
		bench.edit("plant.js", "function plant() {}\n");
		await bench.verify();
		await bench.verify();
		expect(bench.outcome.value).toMatchObject({
			state: "checked",
			verdict: { passed: true, summary: "The check passes." },
		});
		expect(bench.status.value).toBe("passed");
		expect(host.recorded).toHaveLength(1);
		expect(host.recorded[0]).toMatchObject({
			challengeId: challenge._id,
			passed: true,
			hintsUsed: 1,
		});
		bench.close();
		expect(open(host).bench.files.value[0]?.content).toContain("plant");
	});

	test("stores what is typed after the key is painted, and at once before it is checked or left", async () => {
		const { host, bench } = open();
		const files = host.files as PageFiles;
		const stored = () => files.draft(bench.key)?.[0]?.content;
		const { value: paths } = bench.paths;
		bench.edit("plant.js", "f");
		bench.edit("plant.js", "fu");
		expect(stored()).toBeUndefined();
		expect(bench.paths.value).toBe(paths);
		await bench.refresh();
		expect(stored()).toBe("fu");
		bench.edit("plant.js", "fun");
		bench.close();
		expect(stored()).toBe("fun");
	});

	test("adds an empty file for one that checks name, unless the learner does not want that", () => {
		const files = [{ path: "notes.js", content: "" }];
		const { settings, ...rest } = createMemoryHost({ verifier });
		const paths = () =>
			createWorkbench(
				{ settings, ...rest },
				{ ...challenge, files },
			).files.value.map(({ path }) => path);
		expect(paths()).toEqual(["notes.js", "plant.js"]);
		settings.change({ fileStubs: false });
		expect(paths()).toEqual(["notes.js"]);
	});

	test("adds, renames and deletes files of the learner's own, never the starter's", () => {
		const { host, bench } = open();
		const { ownFiles: own } = bench;
		const paths = () => bench.files.value.map(({ path }) => path);
		own?.add("seed.js");
		bench.edit("seed.js", "export const seed = 1;");
		own?.rename("seed.js", "lib/seed.js");
		own?.rename("plant.js", "tree.js");
		own?.remove("notes.js");
		expect(paths()).toEqual(["plant.js", "notes.js", "lib/seed.js"]);
		expect(bench.active.value).toBe("lib/seed.js");
		bench.close();
		const again = open(host).bench;
		again.active.value = "lib/seed.js";
		again.ownFiles?.remove("lib/seed.js");
		expect(again.changed.value).toBe(false);
		expect(again.active.value).toBe("notes.js");
		again.restore();
		expect(again.files.value.at(-1)).toEqual({
			path: "lib/seed.js",
			content: "export const seed = 1;",
		});
	});

	test.each([
		["lib/seed.js", null],
		["", "Enter a name."],
		["plant.js", "There is a file of this name."],
		["Plant.js", "cannot tell this name from plant.js"],
		["plant.js/a.js", "plant.js is a file"],
		["/etc/passwd", "has to be in the challenge’s folder"],
		["a/../../b.js", "has to be in the challenge’s folder"],
		["C:a.js", "has to be in the challenge’s folder"],
		["a\\b.js", "cannot have any of these characters"],
		["a\0.js", "cannot have any of these characters"],
		["a//b.js", "without a name"],
		["a./b.js", "end in a dot or a space"],
		["com1.js", "reserves the name com1.js"],
		[".git/config", "Files in .git change how tools behave"],
		["a".repeat(201), "at most 200 characters"],
		["a/".repeat(10) + "b.js", "at most 9 folders deep"],
	])("a file of one's own called %j: %p", (path, fault) => {
		const found = fileNameFault(path, ["plant.js", "notes.js"]);
		if (fault === null) expect(found).toBeNull();
		else expect(found).toContain(fault);
	});

	test("refuses a file more than a challenge may have", () => {
		const files = Array.from({ length: 50 }, (_, at) => `${at}.js`);
		expect(fileNameFault("a.js", files)).toContain("at most 50 files");
	});

	test("withholds a pass from code that may not parse, and makes no attempt of it", async () => {
		const { host, bench } = open();
		bench.edit("plant.js", "function plant() {}\nlet x = (;\n");
		await bench.verify();
		expect(bench.outcome.value).toMatchObject({
			state: "checked",
			verdict: { passed: false },
		});
		expect(bench.status.value).toBe("attempted");
		expect(host.recorded).toEqual([]);
	});

	test("does not mind a syntax error in a file that no check looks at", async () => {
		const { bench } = open();
		bench.edit("plant.js", "function plant() {}\n");
		bench.edit("notes.js", "let x = (;\n");
		await bench.verify();
		expect(bench.status.value).toBe("passed");
	});

	test("an answer that was cancelled is not shown", async () => {
		const { bench } = open();
		const asked = bench.verify();
		bench.cancel();
		await asked;
		expect(bench.outcome.value.state).toBe("none");
	});

	test("who asks for a check hears of that check, and of nothing else", async () => {
		const { bench } = open();
		const { outcome } = bench;
		bench.edit("plant.js", "function plant() {}\n");
		expect(await bench.verify()).toBe(outcome.value);
		const cancelled = bench.verify();
		bench.cancel();
		expect(await cancelled).toBeNull();
		bench.edit("plant.js", "");
		const [overtaken, last] = [bench.verify(), bench.verify()];
		expect(await overtaken).toBeNull();
		expect(await last).toMatchObject({ verdict: { passed: false } });
	});

	test("an attempt that could not be handed over is told, and made again when asked", async () => {
		const host: Host = createMemoryHost({ verifier, challenges: [challenge] });
		let fails = true;
		let passes = 0;
		host.attempts.record = async () => {
			if (fails) throw new Error("Storage is gone.");
			return "sent";
		};
		const bench = createWorkbench(host, challenge, () => passes++);
		bench.edit("plant.js", "function plant() {}\n");
		await bench.verify();
		await bench.settled();
		expect(ownNotices.value).toMatchObject([{ id: "attempt-lost" }]);
		expect(ownNotices.value[0]?.text).toContain("Storage is gone.");
		fails = false;
		await bench.verify();
		await bench.settled();
		expect(passes).toBe(1);
	});

	test("a pass that the service refuses opens nothing", async () => {
		const host: Host = createMemoryHost({ verifier, challenges: [challenge] });
		let passes = 0;
		host.attempts.record = async () => "refused";
		const bench = createWorkbench(host, challenge, () => passes++);
		bench.edit("plant.js", "function plant() {}\n");
		await bench.verify();
		await bench.settled();
		expect(passes).toBe(0);
	});

	test.each(["\r\n", "\r"])(
		"line ends are one thing: a starter with %j is unchanged when it opens",
		async (end) => {
			const files = [{ path: "plant.js", content: `// a${end}// b${end}` }];
			const host = createMemoryHost({ verifier });
			const bench = createWorkbench(host, { ...challenge, files });
			expect(bench.files.value[0]?.content).toBe("// a\n// b\n");
			expect(bench.changed.value).toBe(false);
			bench.edit("plant.js", "// a\n// b\n");
			expect((host.files as PageFiles).draft(bench.key)).toBeNull();
			bench.edit("plant.js", "// a\n");
			bench.reset();
			expect(bench.changed.value).toBe(false);
		},
	);

	test("says that the engine failed, in its words", async () => {
		const broken = {
			check: async () => {
				throw new Error("The grammar is unreachable; check the address");
			},
			diagnose: async () => ({}),
			close() {},
		};
		const { bench } = open(createMemoryHost({ verifier: broken }));
		await bench.verify();
		expect(bench.outcome.value).toEqual({
			state: "broken",
			reason: "The grammar is unreachable; check the address",
		});
		expect(bench.status.value).toBe("not_started");
	});

	test("reset and restore", () => {
		const { host, bench } = open();
		bench.edit("plant.js", "mine");
		bench.reset();
		expect(bench.files.value).toEqual(challenge.files);
		expect((host.files as PageFiles).draft(bench.key)).toBeNull();
		bench.restore();
		expect(bench.files.value[0]?.content).toBe("mine");
		expect(bench.previous.value).toBeNull();
	});

	test("what a reset replaced can be restored when the challenge is opened again, and loses nothing written since", () => {
		const { host, bench } = open();
		bench.edit("plant.js", "mine");
		bench.reset();
		bench.close();
		const { bench: again } = open(host as ReturnType<typeof createMemoryHost>);
		again.edit("plant.js", "newer");
		const content = () => again.files.value[0]?.content;
		again.restore();
		expect(content()).toBe("mine");
		again.restore();
		expect(content()).toBe("newer");
	});
});

test.each([
	["/", { screen: "catalogue" }],
	["/packs/express", { screen: "pack", pack: "express" }],
	["/packs/a%20b/c/", { screen: "challenge", pack: "a b", challenge: "c" }],
	["/packs", { screen: "not-found", path: "/packs" }],
	["/packs/a/b/c", { screen: "not-found", path: "/packs/a/b/c" }],
	["/packs/%E0%A4%A", { screen: "not-found", path: "/packs/%E0%A4%A" }],
])("the address %s is %p", (path, route) => {
	expect(routeOf(path)).toEqual(route as ReturnType<typeof routeOf>);
});

test.each([
	["<img src=x onerror=alert(1)>", /<img/],
	["[x](javascript:alert(1))", /href/],
	["[x](/api/auth/signout)", /href/],
	["![x](/api/auth/signout)", /<img/],
	["![x](https://elsewhere.example/pixel.png)", /<img/],
	["[x](data:text/html,hi)", /href/],
	["[x](https://)", /href/],
])("a pack's %s stays text", (text, forbidden) => {
	expect(markdownToHtml(text)).not.toMatch(forbidden);
});

test.each([
	["https://elsewhere.example/api/auth/signout", true],
	["https://own.host.elsewhere.example/", true],
	["https://own.host/api/auth/signout", false],
	["http://own.host/", false],
	["https://OWN.host/", false],
	["https:///own.host/", false],
	["https://me@own.host/", false],
	["https://own%2Ehost/", false],
	["mailto:someone@own.host", true],
	["#further-down", true],
])("on own.host, a pack may point to %s: %p", (url, allowed) => {
	expect(mayPointTo(url, "own.host")).toBe(allowed);
});

test("only a link that leads out of the text opens another tab", () => {
	expect(markdownToHtml("[x](#y)")).not.toContain("target");
	expect(markdownToHtml("[x](https://a.example)")).toContain("target");
});

test("no two files share a tab", () => {
	const paths = ["a/b.js", "a_b.js", "a-b.js", "a.b.js", "a_2f_b.js", "ä.js"];
	expect(new Set(paths.map(tabId)).size).toBe(paths.length);
});

test("an attempt's id is a UUID, and no other's", () => {
	const ids = Array.from({ length: 100 }, newAttemptId);
	expect(new Set(ids).size).toBe(ids.length);
	for (const id of ids)
		expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
	expect(ids.every((id) => id[14] === "4" && /[89ab]/.test(id[19] ?? ""))).toBe(
		true,
	);
});

test("headings begin below the one they stand under", () => {
	expect(markdownToHtml("## A\n\n#### B")).toBe("<h2>A</h2>\n<h4>B</h4>\n");
	expect(markdownToHtml("# A", 3)).toBe("<h4>A</h4>\n");
});

test.each([
	["1. a\n2. b\n", [1, 2]],
	["1. a\n1. b\n\n   more\n\n1. c\n", [1, 2, 3]],
	["In `a.js`:\n\n1. a\n2. b\nlazy\n\nIn `b.js`:\n\n3) c\n", [1, 2, 3]],
	["1. a\n\n## B\n\n1. b\n2. c\n", [1, 2]],
	["- a\n  1. b\n\n```\n1. code\n```\n", []],
	["1. a\n   1. inner\n   2. inner\n2. b\n", [1, 2]],
	["No list.", []],
])(
	"the tasks of %j are %j, for the page and the pack format alike",
	(text, numbers) => {
		const marked = [
			...markdownToHtml(text, 1, true).matchAll(/data-task="(\d+)"/g),
		];
		expect(marked.map(([, number]) => Number(number))).toEqual(numbers);
		expect([...taskNumbers(text)]).toEqual(numbers);
	},
);

test("a check is listed with its description, and its hint where it has one", () => {
	const check = { type: "returnStatement" as const, description: "Returns." };
	const rows = plannedRows({
		perFile: { "a.js": [{ ...check, hint: "Look at `return`." }] },
		crossFile: [check],
	});
	expect(rows).toMatchObject([
		{ file: "a.js", description: "Returns.", hint: "Look at `return`." },
		{ file: null, description: "Returns.", hint: null },
	]);
});
