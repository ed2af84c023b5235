/** Programs that tests run beside the service, and that never outlive them. */
import {
	type ChildProcess,
	type SpawnOptions,
	spawn,
} from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

/** A port of this machine that nothing listened on just now. */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, "close");
	return port;
}

/** Runs a program to its end, without input unless some is given; answers what it printed, and its exit code. */
export async function runToEnd(
	command: readonly string[],
	{
		input,
		...options
	}: { cwd?: string; env?: NodeJS.Dict<string>; input?: string } = {},
): Promise<{ out: string; err: string; code: number }> {
	const child = Bun.spawn([...command], {
		...options,
		stdin: input === undefined ? "ignore" : new Blob([input]),
		stdout: "pipe",
		stderr: "pipe",
	});
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { out, err, code };
}

/** Runs a program until `stop`, or until this process is gone: its standard input is held by a shell that ends it. */
export function held(
	command: string[],
	options: SpawnOptions = {},
): ChildProcess {
	return spawn(
		"sh",
		[
			"-c",
			'"$@" <&- & pid=$!; echo $pid; cat >/dev/null; kill $pid; wait $pid',
			"sh",
			...command,
		],
		{ ...options, detached: true, stdio: ["pipe", "pipe", "inherit"] },
	);
}

/** The program's process, once it has been started. */
export async function pidOf(child: ChildProcess): Promise<number> {
	const [text] = await once(child.stdout as NodeJS.ReadableStream, "data");
	return Number(String(text));
}

/** Ends a held program and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
	const exited = once(child, "exit");
	child.stdin?.end();
	await exited;
}
