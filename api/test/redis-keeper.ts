/** Keeps one throw-away Redis for a test: prints its process id, and ends it when standard input closes, however the run ends. */
const READY = /ready to accept connections/i;
const [server = "", ...options] = process.argv.slice(2);
const child = Bun.spawn([server, ...options], { stdout: "pipe" });
const words = new TextDecoder();
let printed = "";
for await (const part of child.stdout) {
	printed += words.decode(part, { stream: true });
	if (READY.test(printed)) break;
}
console.log(READY.test(printed) ? child.pid : JSON.stringify(printed));
for await (const _ of Bun.stdin.stream());
child.kill("SIGKILL");
await child.exited;
