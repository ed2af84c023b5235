/** Keeps one throw-away Redis for a test: prints its process id, and ends it when standard input closes, however the run ends. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [server = "", ...options] = process.argv.slice(2);
const child = spawn(server, options, { stdio: ["ignore", "pipe", "inherit"] });
const said: string[] = [];
for await (const line of createInterface(child.stdout)) {
	said.push(line);
	if (/ready to accept connections/i.test(line)) break;
}
child.stdout.resume();
// Without it, standard output closed first, and what it said tells why.
console.log(child.stdout.readableEnded ? JSON.stringify(said) : child.pid);
for await (const _ of Bun.stdin.stream());
child.kill("SIGKILL");
