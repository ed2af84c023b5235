/** Webhooks over TLS: to receivers whose certificate is of a known authority and of the name that was asked for, and to no other. */
import { afterAll, expect, test } from "bun:test";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";

const TLS = join(import.meta.dir, "../../test/tls");
const server = createServer(
	{
		key: readFileSync(join(TLS, "server.key")),
		// Of the name localhost.
		cert: readFileSync(join(TLS, "server.pem")),
	},
	(socket) => {
		let received = "";
		socket.on("error", () => {});
		socket.on("data", (part) => {
			received += part;
			if (received.endsWith("\r\n\r\n{}"))
				socket.end(
					`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 202 ${servername(socket)}\r\nRetry-After:  5\r\n\r\n`,
				);
		});
	},
);
const servername = (socket: object) =>
	String((socket as { servername?: unknown }).servername);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => {
	server.close();
});

/** In a process of its own, as authorities are read when it starts. */
async function send(host: string, authority: string): Promise<string> {
	const url = `https://${host}:${port}/hooks`;
	const code = `
		import { postTo } from ${JSON.stringify(join(import.meta.dir, "http-sender.ts"))};
		console.log(JSON.stringify(await postTo(new URL("${url}"), "127.0.0.1", {}, "{}", 5000).catch(({ message }) => message)));
		process.exit(0);`;
	const child = Bun.spawn([process.execPath, "-e", code], {
		env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(TLS, authority) },
		stdout: "pipe",
	});
	return new Response(child.stdout).text();
}

test.each([
	["localhost", "ca.pem", '{"status":202,"retryAfter":"5"}'],
	["localhost", "other-ca.pem", "certificate"],
	["receiver.example", "ca.pem", "does not match certificate's altnames"],
	["127.0.0.1", "ca.pem", "does not match certificate's altnames"],
])("%s with the authority %s: %s", async (host, authority, said) => {
	expect(await send(host, authority)).toContain(said);
});
