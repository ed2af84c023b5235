/** The commands of `npm run learn` as scripts call them: what they print, what they write, and how they end. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HISTORY_FILE } from "../learner/history.ts";
import { writeHostilePack } from "./test/hostile-pack.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const MAIN = join(import.meta.dir, "main.ts");
const scratch = mkdtempSync(join(tmpdir(), "treeline-learn-"));
const packs = join(scratch, "packs");
writeHostilePack(packs);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function learn(home: string, args: string[], input = "") {
	const { PATH, HOME } = process.env;
	const child = Bun.spawn([process.execPath, MAIN, "--packs", packs, ...args], {
		cwd: scratch,
		env: { PATH, HOME, LANG: "C.UTF-8", EDITOR: "false", INIT_CWD: home },
		stdin: Buffer.from(input),
		stdout: "pipe",
		stderr: "pipe",
	});
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	expect(out + err).not.toContain("\x1b");
	return { out, err, code };
}

const newHome = () => mkdtempSync(join(scratch, "home-"));
const HALVE = "export function halve(number) {\n\treturn number / 2;\n}\n";

test("a challenge goes from the list to its pass", async () => {
	const home = newHome();
	const file = join(home, "treeline/sums/02-halve-it/halve.js");
	const steps: [args: string[], code: number, says: string][] = [
		[["list"], 0, "○ sums/halve-it  Make it halve · not started"],
		[["list", "nowhere"], 1, ""],
		[["verify"], 2, "No challenge is open. Name one, such as sums/double-it."],
		[["verify", "halve-it"], 2, "halve.js is missing"],
		[["open", "sums/halve-it"], 0, "In: treeline/sums/02-halve-it"],
		[["verify"], 1, "0 of 1 checks pass."],
		[["hint"], 0, "Hint 1 of 2"],
		[["hint", "halve-it"], 0, "Hint 2 of 2"],
		[["hint"], 1, "There are no more hints."],
		[["undo"], 1, "Nothing was reset"],
		[["list"], 0, "◐ sums/halve-it  Make it halve · in progress"],
	];
	for (const [args, code, says] of steps) {
		const done = await learn(home, args);
		expect([args, done.code, done.out + done.err]).toEqual([
			args,
			code,
			expect.stringContaining(says),
		]);
	}
	writeFileSync(file, HALVE);
	expect(await learn(home, ["verify"])).toMatchObject({
		code: 0,
		out: expect.stringContaining("You have written `halve`."),
	});
	await learn(home, ["reset"]);
	expect(readFileSync(file, "utf8")).toBe("// halve\n");
	await learn(home, ["undo"]);
	expect(readFileSync(file, "utf8")).toBe(HALVE);
	expect((await learn(home, ["next"])).out).toContain("1. Make it double");
});

test.each([
	[["verify", "sums/halv-it"], "Did you mean sums/halve-it?"],
	[["solve"], "There is no command “solve”"],
	[["list", "--colour"], "--colour"],
	[["list", "--packs", "nowhere"], "nowhere"],
])("%j ends with code 2 and the next step", async (args, says) => {
	const { code, err } = await learn(newHome(), args);
	expect(code).toBe(2);
	expect(err).toContain(says);
});

test("standard input is read as commands, and the last one decides on the exit code", async () => {
	const { out, code } = await learn(
		newHome(),
		[],
		"help\nopen double-it\nverify\n",
	);
	expect(out).toContain("verify [<challenge>]");
	expect(out).toContain("0 of 1 checks pass.");
	expect(code).toBe(1);
});

test("a damaged history costs its damaged lines alone", async () => {
	const home = newHome();
	await learn(home, ["open", "halve-it"]);
	const history = join(home, "treeline", HISTORY_FILE);
	appendFileSync(history, 'null\n{"event":"attempt"}\n{"event":"hi');
	await learn(home, ["hint"]);
	expect((await learn(home, ["hint"])).out).toContain("Hint 2 of 2");
});

test("nothing is written through a link that leaves the folder", async () => {
	const home = newHome();
	const outside = join(home, "outside");
	mkdirSync(outside);
	mkdirSync(join(home, "treeline/sums"), { recursive: true });
	symlinkSync(outside, join(home, "treeline/sums/02-halve-it"));
	symlinkSync(join(outside, "rc"), join(home, "treeline", HISTORY_FILE));
	for (const name of ["halve-it", "double-it"]) {
		const { code, err } = await learn(home, ["open", name]);
		expect([code, err]).toEqual([2, expect.stringContaining("is a link")]);
	}
	expect(readdirSync(outside)).toEqual([]);
});

test("what was passed long ago is due again, and is practised with a fresh copy", async () => {
	const home = newHome();
	const file = join(home, "treeline/sums/02-halve-it/halve.js");
	const history = join(home, "treeline", HISTORY_FILE);
	expect((await learn(home, ["due"])).out).toContain("Nothing is due again.");
	await learn(home, ["open", "halve-it"]);
	writeFileSync(file, HALVE);
	await learn(home, ["verify"]);
	expect((await learn(home, ["due"])).code).toBe(1);
	writeFileSync(
		history,
		readFileSync(history, "utf8").replaceAll(/"at":"20\d\d/g, '"at":"2001'),
	);
	expect((await learn(home, ["list"])).out).toContain(
		"↻ sums/halve-it  Make it halve · due again",
	);
	expect((await learn(home, ["next"])).out).toContain("2. Make it halve");
	await learn(home, ["practice"]);
	expect(readFileSync(file, "utf8")).toBe("// halve\n");
	// Verifying the earlier answer once more is no practice, writing it anew is.
	await learn(home, ["undo"]);
	await learn(home, ["verify"]);
	expect((await learn(home, ["due"])).code).toBe(0);
	await learn(home, ["practice"]);
	writeFileSync(file, HALVE);
	expect((await learn(home, ["verify"])).code).toBe(0);
	expect((await learn(home, ["due"])).code).toBe(1);
	expect((await learn(home, ["list"])).out).toContain("✓ sums/halve-it");
});
