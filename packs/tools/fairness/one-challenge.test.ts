/** The answers to one challenge of a pack, and the answer on which a check cannot be evaluated. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packs } from "../test/command.ts";

// Each case starts the tools as a process of its own.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "treeline-fairness-one-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const good = join(import.meta.dir, "../broken/fixtures/good");
cpSync(good, join(folder, "good"), { recursive: true });

/** Forty calls, of which a pattern may take any three. */
const many = Array.from({ length: 40 }, (_, at) => `f(${at}, x${at});`);
const answers = {
	"all/good-01/right-1/app.js": "",
	"all/look-up-one-book/wrong-1/app.js": "",
	"only/right-1-nothing/app.js": "",
	"only/wrong-2-much/app.js": many.join("\n"),
	"none/good-01/right-1/app.js": "",
};
for (const [path, content] of Object.entries(answers)) {
	mkdirSync(join(folder, path, ".."), { recursive: true });
	writeFileSync(join(folder, path), content);
}

const fairness = (...args: string[]) =>
	packs(["fairness", ...args], { folder });

test("a challenge that is named has its answers judged alone", async () => {
	const { out, code } = await fairness("./good/look-up-one-book", "all");
	expect(out).toBe(
		"good-02: 0 of 0 right accepted, 1 of 1 (100.0 %) wrong rejected\nall of good: 0 of 0 right accepted, 1 of 1 (100.0 %) wrong rejected\n",
	);
	expect(code).toBe(0);
});

test.each([
	["./good/no-such", 'There is no challenge "no-such" in good'],
	["./good/look-up-one-book", "none has no answers to look-up-one-book"],
])("%s with a folder without its answers", async (name, said) => {
	const { err, code } = await fairness(name, "none");
	expect(err).toContain(said);
	expect(code).toBe(1);
});

test("a check that cannot be evaluated on an answer is named with the answer", async () => {
	const path = join(folder, "good/challenges/01-say-hello-over-http.json");
	const challenge = JSON.parse(readFileSync(path, "utf8"));
	challenge.assertions.perFile["app.js"] = [
		{
			type: "codePattern",
			description: "It calls.",
			pattern: "$a($_, ...);\n$b($_, ...);\n$c($_, ...);\n$d(9, $a);",
		},
	];
	mkdirSync(join(folder, "costly"));
	cpSync(join(folder, "good"), join(folder, "costly/good"), {
		recursive: true,
	});
	writeFileSync(
		join(folder, "costly/good/challenges/01-say-hello-over-http.json"),
		JSON.stringify(challenge),
	);
	const { err, code } = await fairness(
		"./costly/good/say-hello-over-http",
		"only",
	);
	expect(err).toContain(
		'good-01: the check perFile/app.js/0 ("It calls.") cannot be evaluated on wrong-2-much: it is too costly: ',
	);
	expect(code).toBe(1);
});
