/** The commands of `npm run learn` as plain lines: one a call, or one a line of standard input. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { searchChallenges } from "@treeline/packs/learner-tools";
import { isWindowed, openEditor } from "./editor.ts";
import { markdownRows } from "./markdown.ts";
import {
	checkRows,
	factsOf,
	hintRows,
	placeRows,
	statusMark,
	statusText,
	summaryOf,
} from "./report.ts";
import {
	type Entry,
	LearnError,
	type LearnSession,
	nameOf,
} from "./session.ts";
import { paint, type Row, type Styles, wrap } from "./text.ts";
import { t } from "./texts.ts";
import { watchFolder } from "./watch.ts";

export interface CommandContext {
	session: LearnSession;
	styles: Styles;
	/** In columns. */
	width: number;
	/** The command of the learner's editor; null where none is to be opened. */
	editor: string | null;
}

/** Exit codes: done; not passed, or nothing to do; an error, or a call that is not understood. */
export const DONE = 0;
export const NOT_YET = 1;
export const FAILED = 2;

interface Command {
	usage: string;
	summary(): string;
	/** Resolves with the exit code. */
	run(context: CommandContext, name: string | undefined): Promise<number>;
}

const print = (
	{ styles, width }: CommandContext,
	...rows: (Row | string)[]
): void => {
	for (const row of rows)
		if (typeof row === "string")
			for (const line of wrap([{ text: row }], width))
				console.log(paint(line, styles));
		else console.log(paint(row, styles));
};

/** Not by `console.error`, which colours what it prints to a terminal. */
export const printError = (message: string): void =>
	void process.stderr.write(`${paint([{ text: message }], "none")}\n`);

export const COMMANDS: Record<string, Command> = {
	list: {
		usage: "list [<text>]",
		summary: () => t("lists packs and challenges with your progress"),
		async run(context, text = "") {
			const { session } = context;
			const packs = [...new Set(session.entries.map(({ pack }) => pack))];
			const due = new Set(session.due());
			const found = new Set(
				searchChallenges(packs, text).map(({ challenge }) => challenge),
			);
			for (const pack of packs) {
				const all = session.entries.filter((each) => each.pack === pack);
				const passed = all.filter((each) => isPassed(session, each)).length;
				const shown = all.filter(({ challenge }) => found.has(challenge));
				if (shown.length === 0) continue;
				const count = t("{0} of {1} passed", passed, all.length);
				print(context, [
					{ text: pack.manifest.name, style: "bold" },
					{ text: ` · ${count}` },
				]);
				print(context, ...shown.map((entry) => listRow(session, entry, due)));
			}
			for (const fault of session.packFaults) printError(fault);
			return found.size > 0 ? DONE : NOT_YET;
		},
	},
	open: {
		usage: "open [<challenge>]",
		summary: () =>
			t("writes a challenge’s files, shows its task, and opens your editor"),
		run: (context, name) => open(context, context.session.find(name)),
	},
	next: {
		usage: "next",
		summary: () => t("opens the challenge to continue with"),
		async run(context) {
			const entry = context.session.toContinue();
			if (entry) return open(context, entry);
			print(context, t("You have passed every challenge. Well done!"));
			return DONE;
		},
	},
	due: {
		usage: "due",
		summary: () => t("lists the challenges that are due again"),
		async run(context) {
			const due = context.session.due();
			if (due.length === 0) print(context, t("Nothing is due again."));
			const all = new Set(due);
			print(context, ...due.map((each) => listRow(context.session, each, all)));
			return due.length > 0 ? DONE : NOT_YET;
		},
	},
	practice: {
		usage: "practice [<challenge>]",
		summary: () =>
			t("opens a fresh copy of a challenge, at first of one that is due"),
		async run(context, name) {
			const { session } = context;
			const entry = name === undefined ? session.due()[0] : session.find(name);
			if (!entry) {
				print(context, t("Nothing is due again."));
				return NOT_YET;
			}
			await session.reset(entry);
			return open(context, entry);
		},
	},
	verify: {
		usage: "verify [<challenge>]",
		summary: () => t("verifies your files"),
		run: (context, name) => verify(context, context.session.find(name)),
	},
	watch: {
		usage: "watch [<challenge>]",
		summary: () => t("verifies your files after each save, until Ctrl+C"),
		async run(context, name) {
			const entry = context.session.find(name);
			let code = await verify(context, entry);
			const stop = watchFolder(await context.session.locate(entry), () => {
				void verify(context, entry)
					.then((result) => {
						code = result;
					})
					.catch((error) => print(context, error.message));
			});
			await new Promise((resolve) => process.once("SIGINT", resolve));
			stop();
			return code;
		},
	},
	hint: {
		usage: "hint [<challenge>]",
		summary: () => t("shows one hint more"),
		async run(context, name) {
			const { session, width } = context;
			const entry = session.find(name);
			const number = await session.nextHint(entry);
			if (number === null) {
				print(context, t("There are no more hints."));
				return NOT_YET;
			}
			print(context, ...hintRows(entry, number, width, number));
			return DONE;
		},
	},
	reset: {
		usage: "reset [<challenge>]",
		summary: () => t("puts the starter in place of your files"),
		async run(context, name) {
			const entry = context.session.find(name);
			await context.session.reset(entry);
			print(
				context,
				t("The files are the starter’s again. “undo” brings yours back."),
			);
			return DONE;
		},
	},
	undo: {
		usage: "undo [<challenge>]",
		summary: () => t("brings back what the last reset replaced"),
		async run(context, name) {
			const entry = context.session.find(name);
			const isDone = await context.session.undoReset(entry);
			print(
				context,
				isDone
					? t("Your files are back.")
					: t("Nothing was reset, so there is nothing to bring back."),
			);
			return isDone ? DONE : NOT_YET;
		},
	},
};

const isPassed = (session: LearnSession, { key }: Entry) =>
	session.recordOf(key).status === "passed";

function listRow(
	session: LearnSession,
	entry: Entry,
	due: ReadonlySet<Entry>,
): Row {
	const status = due.has(entry) ? "due" : session.recordOf(entry.key).status;
	return [
		{ text: "  " },
		statusMark[status],
		{ text: ` ${nameOf(entry)}`, style: "code" },
		{ text: `  ${entry.challenge.title}` },
		{ text: ` · ${statusText(status)} · ${factsOf(entry)}`, style: "dim" },
	];
}

async function open(context: CommandContext, entry: Entry): Promise<number> {
	const { session, width, editor } = context;
	const folder = await session.open(entry);
	const { challenge, pack } = entry;
	const { status, hintsShown } = session.recordOf(entry.key);
	print(
		context,
		...wrap(
			[{ text: `${challenge.order}. ${challenge.title}`, style: "bold" }],
			width,
		),
		`${pack.manifest.name} · ${statusText(status)} · ${factsOf(entry)}`,
		[],
		...markdownRows(challenge.prompt, width),
		[],
		...checkRows(entry, null, width),
		[],
		...hintRows(entry, hintsShown, width),
		...placeRows(entry, folder, width),
	);
	if (!editor) return DONE;
	const files = challenge.files.map(({ path }) => join(folder, path));
	const fault = await openEditor(editor, files, folder);
	if (fault)
		throw new LearnError(t("The editor could not be opened: {0}", fault));
	return DONE;
}

async function verify(context: CommandContext, entry: Entry): Promise<number> {
	const outcome = await context.session.verify(entry);
	const { width } = context;
	print(
		context,
		...wrap([{ text: summaryOf(outcome), style: "bold" }], width),
		...checkRows(entry, outcome, width),
	);
	if (!outcome.passed) return NOT_YET;
	const { debrief } = entry.challenge;
	if (debrief) print(context, [], ...markdownRows(debrief, width));
	return DONE;
}

/** Reads commands from standard input, a line each, until it ends or says `quit`; resolves with the last one's exit code. */
export async function runLines(
	context: CommandContext,
	isTerminal: boolean,
): Promise<number> {
	const lines = createInterface({ input: process.stdin, terminal: false });
	// The lines are read ahead, so that an editor in this terminal would not get all keys.
	const { editor } = context;
	const shared = {
		...context,
		editor: editor && isWindowed(editor) ? editor : null,
	};
	const prompt = () => {
		if (isTerminal) process.stdout.write("treeline> ");
	};
	if (isTerminal)
		print(context, t("Type “help” for the commands, “quit” to end."));
	let code = DONE;
	prompt();
	for await (const line of lines) {
		const [name, ...words] = line.trim().split(/\s+/);
		if (name === "quit" || name === "exit" || name === "q") break;
		if (name)
			code = await runCommand(shared, name, words.join(" ") || undefined);
		prompt();
	}
	return code;
}

/** Runs a command by its name; what is wrong goes to standard error. */
export async function runCommand(
	context: CommandContext,
	name: string,
	argument: string | undefined,
): Promise<number> {
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (name === "help") {
		print(context, ...commandRows());
		return DONE;
	}
	if (!command) {
		printError(t("There is no command “{0}”. “help” lists them.", name));
		return FAILED;
	}
	try {
		return await command.run(context, argument);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		printError(message);
		return FAILED;
	}
}

/** All commands with what they do. */
export function commandRows(): Row[] {
	const all = Object.values(COMMANDS);
	const width = Math.max(...all.map(({ usage }) => usage.length));
	return all.map(({ usage, summary }) => [
		{ text: `  ${usage.padEnd(width)}  ${summary()}` },
	]);
}
