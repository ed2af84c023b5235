/** Runs one fault of the list: its scenario in this process, its tests by `bun test`. */
import { join } from "node:path";
import { runToEnd } from "../child-programs.ts";
import type { Fault } from "./fault-list.ts";
import type { Size } from "./scenario.ts";

export interface Outcome {
	verdict: "met" | "missed" | "not run";
	observed: string;
}

/** Begins the line in which a process of one fault says what came out. */
export const MARK = "outcome: ";

/** Milliseconds that one fault may take. */
const TIMEOUT = 20 * 60_000;
const ROOT = join(import.meta.dir, "../../..");

export async function runFault(fault: Fault, size: Size): Promise<Outcome> {
	if (fault.missing) return { verdict: "not run", observed: fault.missing };
	const parts: Outcome[] = [];
	if (fault.scenario) {
		const { observed, problems, skipped } = await fault.scenario(size);
		parts.push(
			skipped
				? { verdict: "not run", observed: skipped }
				: {
						verdict: problems.length === 0 ? "met" : "missed",
						observed: [...problems.map((one) => `**${one}**`), observed].join(
							"; ",
						),
					},
		);
	}
	if (fault.tests) parts.push(await runTests(fault.tests));
	const worst = (["missed", "not run", "met"] as const).find((one) =>
		parts.some(({ verdict }) => verdict === one),
	);
	return {
		verdict: worst ?? "not run",
		observed: parts.map(({ observed }) => observed).join("; "),
	};
}

async function runTests(tests: NonNullable<Fault["tests"]>): Promise<Outcome> {
	const counts = { pass: 0, fail: 0, skip: 0 };
	let said = "";
	for (const [file, named] of Map.groupBy(tests, ({ file }) => file)) {
		const titles = named.flatMap(({ title }) => title ?? []);
		const pattern =
			titles.length === named.length
				? ["-t", titles.map((title) => RegExp.escape(title)).join("|")]
				: [];
		const { err, code } = await runToEnd(
			[process.execPath, "test", `./${file}`, ...pattern],
			{ cwd: ROOT, env: process.env },
		);
		const count = (word: "pass" | "fail") =>
			Number(new RegExp(`^\\s*(\\d+) ${word}$`, "m").exec(err)?.[1] ?? 0);
		counts.pass += count("pass");
		counts.fail += count("fail");
		if (code !== 0 || count("pass") === 0)
			said ||= `**${file} ended with ${code}**: ${err
				.split("\n")
				.filter((line) => line.includes("(fail)"))
				.join(", ")
				.slice(0, 300)}`;
	}
	return {
		verdict:
			said === "" && counts.fail === 0 && counts.pass > 0 ? "met" : "missed",
		observed: `${counts.pass} tests passed${counts.fail > 0 ? `, ${counts.fail} failed` : ""}${said && `; ${said}`}`,
	};
}

/**
 * Runs the fault `id` in a process of its own; `--scenario` among the `options` leaves its tests out. What that process has started ends with it, and
 * all of it when this process ends, however it does, or when `leaving` says so.
 */
export async function runInProcess(
	id: string,
	options: string[],
	leaving?: AbortSignal,
): Promise<Outcome> {
	const main = join(import.meta.dir, "main.ts");
	const child = Bun.spawn(
		[process.execPath, main, id, "--in-this-process", ...options],
		// A process group of its own, which ends when its input is closed.
		{ cwd: ROOT, stdio: ["pipe", "pipe", "pipe"], detached: true },
	);
	const end = () => endGroup(child.pid);
	const timer = setTimeout(end, TIMEOUT);
	leaving?.addEventListener("abort", end);
	// Throw-away servers are in groups of their own; they clean up when their owner is gone, and the streams end after them.
	child.exited.then(end);
	const [out, err] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
	]);
	await child.exited;
	clearTimeout(timer);
	leaving?.removeEventListener("abort", end);
	const line = out.split("\n").find((line) => line.startsWith(MARK));
	if (line) return JSON.parse(line.slice(MARK.length));
	const said = err.trim().split("\n").slice(-3).join(" ").slice(0, 300);
	return {
		verdict: "missed",
		observed: `**it ended with ${child.signalCode ?? child.exitCode}**: ${said}`,
	};
}

/** Ends this process, and what it has started in its group, when its input is closed: its parent is gone. */
export async function endWithInput(): Promise<void> {
	await Bun.stdin.text();
	endGroup(process.pid);
}

function endGroup(pid: number): void {
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// Nothing is left of it.
	}
}
