/** The terminal as a screen: keys come in, rows go out, and whatever ends the program, the terminal is left as it was found. */
import { writeSync } from "node:fs";
import { constants } from "node:os";
import { emitKeypressEvents } from "node:readline";
import { cut, paint, type Row, type Styles } from "../text.ts";

export interface Key {
	/** `up`, `return`, `escape` and so on, or the character itself. */
	name: string;
	isCtrl: boolean;
}

export interface Terminal {
	size(): { columns: number; rows: number };
	/** Shows `rows` from the top; only those that changed are sent. */
	draw(rows: readonly Row[]): void;
	/** Gives the terminal to another program until `run` resolves. */
	lend<Result>(run: () => Promise<Result>): Promise<Result>;
	/** Stops the program as Ctrl+Z does, and draws again when it goes on. */
	suspend(): void;
	/** Leaves the screen. Safe to call again. */
	close(): void;
}

const ENTER = "\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[2J";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[0m\x1b[?1049l";
/** Milliseconds in which a stop reaches this process. */
const RESUME_DELAY = 50;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Enters the screen. `onResize` is called with each new size, and when everything is to be drawn again. */
export function openTerminal(
	styles: Styles,
	onKey: (key: Key) => void,
	onResize: () => void,
): Terminal {
	const { stdin, stdout } = process;
	let shown: string[] = [];
	let state: "open" | "lent" | "closed" = "open";
	const write = (text: string) => {
		try {
			writeSync(1, text);
		} catch {
			// The terminal is gone, or takes no more; the end comes by a signal.
		}
	};
	const enter = () => {
		stdin.setRawMode(true);
		stdin.resume();
		write(ENTER);
		shown = [];
	};
	const leave = () => {
		write(LEAVE);
		try {
			stdin.setRawMode(false);
		} catch {
			// The terminal is gone.
		}
		stdin.pause();
	};
	const close = () => {
		if (state === "open") leave();
		state = "closed";
	};
	const onSignal = (signal: (typeof SIGNALS)[number]) => {
		// Ctrl+C is for the program that has the terminal.
		if (state === "lent" && signal === "SIGINT") return;
		close();
		process.exit(128 + constants.signals[signal]);
	};
	const onFault = (error: unknown) => {
		close();
		console.error(error);
		process.exit(1);
	};
	const redraw = () => {
		shown = [];
		if (state === "open") onResize();
	};
	emitKeypressEvents(stdin, { escapeCodeTimeout: 50 } as never);
	stdin.on("keypress", (text: string | undefined, key) => {
		if (state !== "open") return;
		const { name, ctrl = false, sequence = "" } = key;
		// `G` and `?` have no name of their own.
		const isCharacter =
			!ctrl && sequence === text && /^[^\p{Cc} ]$/u.test(sequence);
		onKey({ name: isCharacter ? sequence : (name ?? sequence), isCtrl: ctrl });
	});
	stdin.on("end", () => onSignal("SIGHUP"));
	stdout.on("resize", redraw);
	process.on("exit", close);
	process.on("uncaughtException", onFault);
	process.on("unhandledRejection", onFault);
	for (const signal of SIGNALS) process.on(signal, () => onSignal(signal));
	const goOn = () => {
		if (state === "closed") return;
		state = "open";
		enter();
		redraw();
	};
	// Something else has stopped the program, and the shell has changed the terminal.
	process.on("SIGCONT", () => {
		if (state === "open") goOn();
	});
	enter();
	return {
		size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
		draw(rows) {
			if (state !== "open") return;
			const { columns, rows: height } = this.size();
			const next = Array.from({ length: height }, (_, index) =>
				paint(cut(rows[index] ?? [], columns), styles),
			);
			// Erased before it is written: after a full row the cursor stands on the last cell, which would be erased.
			const changes = next.flatMap((text, index) =>
				text === shown[index] ? [] : `\x1b[${index + 1};1H\x1b[K${text}`,
			);
			shown = next;
			// In one piece, so that no half of it is seen.
			if (changes.length > 0)
				write(`\x1b[?2026h${changes.join("")}\x1b[?2026l`);
		},
		async lend(run) {
			leave();
			state = "lent";
			try {
				return await run();
			} finally {
				goOn();
			}
		},
		suspend() {
			if (process.platform === "win32") return;
			leave();
			state = "lent";
			// The whole group: npm and the shell's job are more than this process.
			process.kill(0, "SIGTSTP");
			// Runs when the program goes on.
			setTimeout(goOn, RESUME_DELAY);
		},
		close,
	};
}
