/** The screen in a real pseudo-terminal: what a person sees, on which keys, and how the terminal is left. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HISTORY_FILE } from "../learner/history.ts";
import { writeHostilePack } from "./test/hostile-pack.ts";
import { type PseudoTerminal, runInTerminal } from "./test/pseudo-terminal.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const MAIN = join(import.meta.dir, "main.ts");
const ROOT = join(import.meta.dir, "../../..");
const scratch = mkdtempSync(join(tmpdir(), "treeline-learn-"));
const packs = join(scratch, "packs");
writeHostilePack(packs);
const open: PseudoTerminal[] = [];
afterAll(() => {
	for (const terminal of open) terminal.close();
	rmSync(scratch, { recursive: true, force: true });
});

let count = 0;

function start({
	env = {},
	columns = 80,
	rows = 24,
	command = [process.execPath, MAIN],
	args = [],
	prepare = () => {},
}: {
	env?: Record<string, string>;
	columns?: number;
	rows?: number;
	command?: string[];
	args?: string[];
	/** Fills the learner's folder before. */
	prepare?(folder: string): void;
} = {}) {
	count++;
	const home = join(scratch, `learner-${count}`);
	const folder = join(home, "treeline");
	prepare(folder);
	const { PATH, HOME } = process.env;
	const terminal = runInTerminal([...command, "--packs", packs, ...args], {
		cwd: ROOT,
		columns,
		rows,
		env: {
			PATH,
			HOME,
			TERM: "xterm-256color",
			LANG: "en_GB.UTF-8",
			INIT_CWD: home,
			...env,
		},
	});
	open.push(terminal);
	const double = join(folder, "sums/01-double-it/double.js");
	const sees = (text: string) =>
		terminal.until((screen) => screen.includes(text), `Waited for “${text}”`);
	return { terminal, folder, double, sees };
}

const DOUBLE = "export function double(number) {\n\treturn number * 2;\n}\n";
/** Nothing that a pack says may change the terminal: of control sequences, the program's own alone are there. */
const expectHarmless = (terminal: PseudoTerminal) => {
	for (const sequence of ["\x1b]", "owned\x07", "\u202e"])
		expect(terminal.output()).not.toContain(sequence);
};

test("lists packs and challenges, with control characters shown as text", async () => {
	const { terminal, sees } = start();
	expect(masked(await sees("quit"))).toMatchSnapshot();
	expect(terminal.isAlternate()).toBe(true);
	terminal.type("\x1b[B");
	expect(masked(await sees("▸ ○ 2."))).toMatchSnapshot();
	expectHarmless(terminal);
});

test("verifies on each save, tells hints one at a time, and goes on to the next challenge", async () => {
	const { terminal, double, sees } = start({ columns: 110, rows: 20 });
	await sees("quit");
	terminal.type("\r");
	const opened = await sees("Not verified yet.");
	expect(masked(opened)).toMatchSnapshot();

	writeFileSync(double, "export function dubble(number) {}\n");
	const missed = await sees("0 of 1 checks pass.");
	expect(missed.join("\n")).toContain("double.js:1:");
	expect(missed.join("\n")).toContain("has no `function double(");
	terminal.type("h");
	await sees("Hint 1 of 2");
	terminal.type("h");
	await sees("Hint 2 of 2");
	terminal.type("h");
	await sees("There are no more hints.");

	writeFileSync(double, "let x = (;\n");
	await sees("Syntax error in double.js, line 1. Fix this first.");
	writeFileSync(double, DOUBLE);
	const passed = await sees("The check passes.");
	expect(masked(passed)).toMatchSnapshot();
	expectHarmless(terminal);

	terminal.type("n");
	await sees("2. Make it halve");
	terminal.type("\x1b");
	expect(masked(await sees("1/2"))).toMatchSnapshot();
});

/** The screen without what differs from run to run. */
const masked = (screen: string[]) =>
	screen.join("\n").replace(/\d\d:\d\d:\d\d/, "<time>");

test("shows full rows up to their last column", async () => {
	const { sees } = start();
	const [title = ""] = await sees("quit");
	expect(title).toHaveLength(80);
	expect(title).toEndWith("0 of 2 passed");
});

test("puts the starter back, and undoes that", async () => {
	const { terminal, double, sees } = start();
	await sees("quit");
	terminal.type("\r");
	await sees("Task");
	writeFileSync(double, DOUBLE);
	await sees("The check passes.");
	terminal.type("r");
	await sees("y = yes");
	terminal.type("x");
	expect(readFileSync(double, "utf8")).toBe(DOUBLE);
	terminal.type("r");
	await sees("y = yes");
	terminal.type("y");
	await sees("The files are the starter’s again.");
	expect(readFileSync(double, "utf8")).toBe("// double\n");
	terminal.type("u");
	await sees("Your files are back.");
	expect(readFileSync(double, "utf8")).toBe(DOUBLE);
});

test("offers what is due again with a fresh copy", async () => {
	const { terminal, double, sees, folder } = start({
		prepare(folder) {
			mkdirSync(join(folder, "sums/01-double-it"), { recursive: true });
			writeFileSync(join(folder, "sums/01-double-it/double.js"), DOUBLE);
			writeFileSync(
				join(folder, HISTORY_FILE),
				`${JSON.stringify({
					event: "attempt",
					at: "2001-01-01T12:00:00.000Z",
					pack: "sums",
					challenge: "double-it",
					passed: true,
					hasSyntaxError: false,
					hintsUsed: 0,
					files: [{ path: "double.js", content: DOUBLE }],
				})}\n`,
			);
		},
	});
	expect(masked(await sees("quit"))).toMatchSnapshot();
	terminal.type("n");
	await sees("Due again: p begins with a fresh copy.");
	terminal.type("p");
	await sees("0 of 1 checks pass.");
	expect(readFileSync(double, "utf8")).toBe("// double\n");
	writeFileSync(double, DOUBLE);
	await sees("The check passes.");
	terminal.type("\x1b");
	const list = await sees("✓ 1. Make it double");
	expect(list.join("\n")).not.toContain("due again");
	expect(readFileSync(join(folder, HISTORY_FILE), "utf8")).toContain(
		JSON.stringify(DOUBLE),
	);
});

test("lends the terminal to an editor, and verifies when it ends", async () => {
	const editor = join(scratch, "an editor");
	writeFileSync(
		editor,
		`#!/bin/sh\nstty -a | grep -q ' echo ' && echo "EDITING $2"\nread line\nprintf '%s\\n' "$line" > "$2"\n`,
	);
	chmodSync(editor, 0o755);
	const { terminal, double, sees } = start({
		env: { EDITOR: `'${editor}' --new` },
	});
	await sees("quit");
	terminal.type("\r");
	await sees("Task");
	terminal.type("e");
	await terminal.until(
		(text) => text.includes("EDITING"),
		"The editor has the terminal",
	);
	expect(terminal.isAlternate()).toBe(false);
	terminal.type("export function double(a) { return a; }\n");
	await sees("The check passes.");
	expect(terminal.isAlternate()).toBe(true);
	expect(readFileSync(double, "utf8")).toContain("double(a)");
});

test("draws itself anew for each size, down to a very small one", async () => {
	const { terminal, sees } = start();
	await sees("quit");
	terminal.type("\r");
	await sees("Checks and hints");
	expect(terminal.screen().join("\n")).not.toContain("│");
	terminal.resize(120, 30);
	await sees("│");
	terminal.resize(24, 6);
	await terminal.until(
		(text) => !text.includes("│") && text.includes("Task"),
		"One pane is left",
	);
	terminal.resize(80, 24);
	await sees("Tab task or checks");
});

test("explains its keys", async () => {
	const { terminal, sees } = start();
	await sees("quit");
	terminal.type("?");
	expect(masked(await sees("Any other key"))).toMatchSnapshot();
	terminal.type(" ");
	await sees("n continue");
});

test("searches as one types", async () => {
	const { terminal, sees } = start();
	await sees("quit");
	terminal.type("/halve");
	await terminal.until(
		(text) => text.includes("2. Make it halve") && !text.includes("1. Make it"),
		"One is left",
	);
	terminal.type("zz");
	await sees("No challenge has all of these words.");
	terminal.type("\x1b");
	await sees("1. Make it double");
});

describe("shows what the terminal can show", () => {
	test("ASCII without a UTF-8 locale, no colours with NO_COLOR", async () => {
		const { terminal, sees } = start({
			env: { LANG: "C", NO_COLOR: "1" },
		});
		expect(masked(await sees("quit"))).toMatchSnapshot();
		const codes = terminal.output().split("\x1b[").slice(1);
		expect(codes.filter((code) => /^(\d+;)*3\dm/.test(code))).toEqual([]);
		expect(Buffer.byteLength(terminal.output())).toBe(terminal.output().length);
	});

	test("German", async () => {
		const { terminal, sees } = start({ env: { LANG: "de_DE.UTF-8" } });
		await sees("q beenden");
		terminal.type("\r");
		await sees("Aufgabenstellung");
		terminal.type("v");
		await sees("0 von 1 Prüfungen bestanden.");
		await sees("ergänze es");
	});

	test("lines on a dumb terminal", async () => {
		const { terminal, sees } = start({ env: { TERM: "dumb" } });
		await sees("treeline>");
		terminal.type("verify make-it-halve\n");
		await sees("There is no challenge");
		terminal.type("list halve\n");
		await sees("sums/halve-it");
		terminal.type("quit\n");
		expect(await terminal.process.exited).toBe(0);
		expect(terminal.output()).not.toContain("\x1b");
	});
});

describe("leaves the terminal as it was", () => {
	test.each<[string, (terminal: PseudoTerminal) => unknown, number]>([
		["q", (terminal) => terminal.type("q"), 0],
		["Ctrl+C", (terminal) => terminal.type("\x03"), 0],
		["SIGTERM", ({ process }) => process.kill("SIGTERM"), 143],
		["SIGHUP", ({ process }) => process.kill("SIGHUP"), 129],
	])("on %s", async (_, end, code) => {
		const { terminal, sees } = start();
		await sees("quit");
		expect(terminal.isCooked()).toBe(false);
		end(terminal);
		expect(await terminal.process.exited).toBe(code);
		await terminal.until(() => !terminal.isAlternate(), "The screen is left");
		expect(terminal.isCooked()).toBe(true);
		expect(terminal.output()).toEndWith("\x1b[?7h\x1b[?25h\x1b[0m\x1b[?1049l");
	});

	test("on a crash, which is told", async () => {
		const { terminal } = start({
			command: [
				process.execPath,
				"-e",
				`import { openTerminal } from ${JSON.stringify(join(import.meta.dir, "screen/terminal.ts"))};
				openTerminal("plain", () => {}, () => {}).draw([[{ text: "drawn" }]]);
				setTimeout(() => { throw new Error("a fault") }, 300);`,
			],
		});
		expect(await terminal.process.exited).toBe(1);
		await terminal.until(
			(text) => text.includes("a fault"),
			"The fault is told",
		);
		expect(terminal.isAlternate()).toBe(false);
		expect(terminal.isCooked()).toBe(true);
	});

	test("through npm's launcher, and after Ctrl+Z and fg in a shell", async () => {
		const launcher = `node .ci/bun.mjs --terminal ${MAIN}`;
		const { terminal, sees } = start({
			command: [
				"bash",
				"--norc",
				"-ic",
				`PS1='shell> '; set -m; ${launcher} "$@"; echo STOPPED; fg; echo ENDED`,
				"bash",
			],
		});
		await sees("n continue");
		terminal.type("\x1a");
		// The shell goes on at once, and `fg` brings the screen back.
		await terminal.until(
			(text) =>
				/STOPPED[\s\S]*\?1049h/.test(terminal.output()) &&
				text.includes("n continue"),
			"The screen is back",
		);
		terminal.type("q");
		await sees("ENDED");
		expect(terminal.isAlternate()).toBe(false);
	});
});

test("writes nothing of a learner's beside the files and the history", async () => {
	const { terminal, folder, sees } = start();
	await sees("quit");
	expect(existsSync(folder)).toBe(false);
	terminal.type("q");
	expect(await terminal.process.exited).toBe(0);
	expect(existsSync(folder)).toBe(false);
});
