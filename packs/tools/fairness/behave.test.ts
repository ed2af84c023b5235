/** `fairness --behave`: answers are run against the suites before the checks judge them. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packs } from "../test/command.ts";

// Each case starts the tools as a process of its own.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "treeline-behaving-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const app = (route: string) =>
	`import express from "express";\nconst app = express();\n${route}\nexport default app;\n`;
const greets = 'app.get("/hello", (q, r) => { r.json({ message: "Hi" }); });';
const files: Record<string, string> = {
	"all/good-01/right-1-plain/app.js": app(greets),
	"all/good-01/right-2-broken/app.js": app("app.get(;"),
	"all/good-01/wrong-1-nothing/app.js": app(""),
	"all/good-01/wrong-2-empty/app.js": app(greets.replace('"Hi"', '""')),
	"all/good-01/wrong-2-empty/NOTE.txt": "breaks 3: an empty greeting",
	"all/look-up-one-book/wrong-1-starter/other.js": "",
};
for (const [path, content] of Object.entries(files)) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(join(folder, path), content);
}

test("--behave runs the suites on the answers first, and asks for trust", async () => {
	const pack = join(folder, "behaving");
	cpSync(join(import.meta.dir, "../broken/fixtures/good"), pack, {
		recursive: true,
	});
	const refused = await packs(["fairness", "./behaving", "all", "--behave"], {
		folder,
	});
	expect(refused.code).toBe(1);
	expect(refused.err).toContain("Read them; then add --trust.");
	mkdirSync(join(pack, "behavior"));
	writeFileSync(
		join(pack, "behavior/01-say-hello-over-http.test.ts"),
		`import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
test("greets", () => {
	const root = process.env.SOLUTION_DIR ?? ".";
	expect(readFileSync(join(root, "app.js"), "utf8")).toContain("message");
});
`,
	);
	const { out } = await packs(
		["fairness", "./behaving", "all", "--behave", "--trust"],
		{ folder },
	);
	expect(out).toContain("good-01: 2 of 4 answers behave as they are called");
	expect(out).toContain(
		"  right-2-broken fails the behavioural suite; fix the suite, or call it wrong",
	);
	expect(out).toContain(
		"  wrong-2-empty passes the behavioural suite: breaks 3: an empty greeting; it is wrong only if it breaks the task in another way",
	);
	expect(out).toContain("good-02: nothing was run: ");
});
