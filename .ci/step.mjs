import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the top `package.json`. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** A reason to give up that is told to a person: what, where, and the next step. */
export class Stop extends Error {}

/** Runs a launcher: a `Stop` becomes its message and exit code 1, the number that `body` answers the exit code. */
export async function launcher(body) {
	try {
		process.exitCode = await body();
	} catch (error) {
		if (!(error instanceof Stop)) throw error;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}

/** Announces a step that takes time, does it, and tells how many seconds it took; on standard error, since a command may print a protocol. */
export async function step(title, body) {
	process.stderr.write(`${title} … `);
	const started = performance.now();
	const result = await body();
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	process.stderr.write(`done in ${seconds} s\n`);
	return result;
}

/**
 * Runs a program in ROOT and answers what it said. Throws Stop with `failure`, the program's last lines and `next` when it cannot start or fails.
 */
export async function quietly([file, ...args], { failure, next, env }) {
	const { code, said } = await new Promise((resolve) => {
		let said = "";
		const child = spawn(file, args, {
			cwd: ROOT,
			env: { ...process.env, ...env },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const hear = (chunk) => {
			said += chunk;
		};
		child.stdout.on("data", hear);
		child.stderr.on("data", hear);
		child.on("error", (error) => resolve({ code: -1, said: error.message }));
		child.on("close", (code) => resolve({ code, said }));
	});
	if (code === 0) return said.trim();
	const end = said.trim().split("\n").slice(-8).join("\n  ");
	const cause = /ENOSPC|no space left/i.test(said)
		? "The disk is full: free some space, then run the command again."
		: next;
	throw new Stop(`${failure}:\n  ${end}\n${cause}`);
}

/** One wish to stop reaches us more than once: from the terminal, from npm, from whoever ends the group. Milliseconds. */
const ONE_WISH = 1_000;

/**
 * Runs a script of the house in ROOT with our streams, hands each wish to stop on to it once, and answers its exit code (128 + number
 * for a signal). When we are killed, it ends as well. `keepsTerminal` is for scripts that read keys or start editors: they need the
 * terminal's own signals.
 */
export function foreground(bun, args, { keepsTerminal = false } = {}) {
	// A watching Bun takes every restart for an end, so there it would kill the database that the next round adopts.
	const ending = args.includes("--watch") ? [] : ["--no-orphans"];
	return new Promise((resolve, reject) => {
		const child = spawn(bun, [...ending, ...args], {
			cwd: ROOT,
			stdio: "inherit",
			// A group of its own: it hears signals from us alone. It has no terminal then.
			detached: !keepsTerminal,
		});
		let heard = Number.NEGATIVE_INFINITY;
		const hear = (signal) => {
			if (performance.now() - heard < ONE_WISH) return;
			heard = performance.now();
			child.kill(signal);
		};
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
			process.on(signal, hear);
		whenNpmIsEnded(() => hear("SIGTERM"));
		child.on("error", reject);
		child.on("exit", (code, signal) =>
			resolve(code ?? 128 + constants.signals[signal]),
		);
	});
}

/** Told to stop, npm ends the shell between it and us, which tells us nothing: we only lose our parent. */
function whenNpmIsEnded(body) {
	if (!process.env.npm_lifecycle_event) return;
	const shell = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === shell) return;
		clearInterval(watch);
		body();
	}, 200).unref();
}
