import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packs } from "../test/command.ts";
import { isPageSuite, runPagesTogether } from "./pages.ts";

const scratch = mkdtempSync(join(tmpdir(), "treeline-pages-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const IMPORTS = `import { expect, test } from "bun:test";
import { openPage } from "../../behavior/page.ts";
`;
const SUITE = `${IMPORTS}
const { page } = await openPage();
test("greets", async () => {
	expect(await page.locator("h1").textContent()).toBe("Hello");
});
test("greets once", async () => {
	expect(await page.locator("h1").count()).toBe(1);
});
`;
const SECONDS = 300;

const greeting = (body: string) => [
	{ path: "index.html", content: `<!DOCTYPE html><title>x</title>${body}` },
];
const right = greeting("<h1>Hello</h1>");
const wrong = greeting("<h1>Goodbye</h1>");

const folder = join(scratch, "greetings");
const suite = join(folder, "behavior/01-greet.test.ts");
const write = (path: string, content: object | string) =>
	Bun.write(
		join(folder, path),
		typeof content === "string" ? content : JSON.stringify(content),
	);
await write("behavior/01-greet.test.ts", SUITE);

test(
	"answers that pass are run in one process",
	async () => {
		const answers = [right, greeting("<main><h1>Hello</h1></main>"), right];
		expect(
			await runPagesTogether(suite, folder, answers, SECONDS),
		).toMatchObject(answers.map(() => ({ passed: true, tests: 2 })));
	},
	SECONDS * 1000,
);

test(
	"of answers among which one fails, each has an outcome of its own",
	async () => {
		expect(
			await runPagesTogether(suite, folder, [right, wrong], SECONDS),
		).toBeNull();
		await write("pack.json", {
			...{ name: "Greetings", slug: "greetings", description: "Of pages." },
			...{ language: "html", version: "1.0.0", author: "Ada", tags: [] },
			challenges: ["challenges/01-greet.json"],
		});
		await write("challenges/01-greet.json", { files: right });
		await write("cases/01-greet.json", {
			accepted: [
				{ name: "same", files: right },
				{ name: "odd", files: wrong },
			],
			rejected: [
				{ name: "caught", caughtBy: "perFile/index.html/0", files: wrong },
			],
		});
		const { out, code } = await packs([
			...["behave", folder, "--trust", "--timeout", String(SECONDS)],
		]);
		expect(out).toContain(
			"greetings/01-greet: 2 tests, reference 1/1, accepted 1/2, rejected 1/1",
		);
		expect(out).toContain('the accepted answer "odd" fails');
		expect(out).toContain("Goodbye");
		expect(code).toBe(1);
	},
	SECONDS * 1000,
);

test.each([
	["renders pages", SUITE, true],
	["loads a module", `${IMPORTS}import "../../behavior/server.ts";`, false],
	[
		"loads a module by a function",
		`${IMPORTS}import { solution } from "../../behavior/solution.ts";`,
		false,
	],
	["loads code late", `${IMPORTS}await import("./more.ts");`, false],
	["changes its process", `${IMPORTS}process.exitCode = 1;`, false],
	["renders nothing", 'import { test } from "bun:test";', false],
])("a suite that %s", async (name, text, isOne) => {
	const path = join(scratch, `${name.replaceAll(" ", "-")}.ts`);
	await Bun.write(path, text);
	expect(await isPageSuite(path)).toBe(isOne);
});
