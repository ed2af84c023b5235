/** Clients of the protocol as people have them: the SDKs' own, with an admin key; and requests by hand, for what no client sends. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ADMIN_KEY } from "./harness.ts";

export interface Connected {
	client: Client;
	transport: StreamableHTTPClientTransport;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** A client of revision 2025-11-25 with a session at `front`, begun with an admin key or with these headers. */
export async function connected(
	front: string,
	key: string | Record<string, string> = ADMIN_KEY,
): Promise<Connected> {
	const client = new Client({ name: "test", version: "1.0.0" });
	const transport = new StreamableHTTPClientTransport(
		new URL(`${front}/api/mcp`),
		{
			requestInit: {
				headers: typeof key === "string" ? { "x-admin-key": key } : key,
			},
		},
	);
	await client.connect(transport);
	return { client, transport };
}

/** The same session, from another connection and maybe another process. */
export const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: {
		protocolVersion: "2025-11-25",
		capabilities: {},
		clientInfo: { name: "test", version: "1.0.0" },
	},
};

export const PING = { jsonrpc: "2.0", id: 2, method: "ping" };

/** Sends `body` as one who presents the admin key; `null` takes a header away. `connection` is how the front is reached. */
export function send(
	front: string,
	body: unknown,
	headers: Record<string, string | null> = {},
	method = "POST",
	connection: object = {},
): Promise<Response> {
	const given = {
		"content-type": "application/json",
		"x-admin-key": ADMIN_KEY,
	};
	const all = Object.entries({ ...given, ...headers });
	return fetch(`${front}/api/mcp`, {
		...connection,
		method,
		headers: Object.fromEntries(
			all.filter((one): one is [string, string] => one[1] !== null),
		),
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
}

/** Begins a session by hand; answers its id. */
export async function begun(
	front: string,
	headers: Record<string, string | null> = {},
): Promise<string> {
	const answer = await send(front, INITIALIZE, headers);
	const id = answer.headers.get("mcp-session-id");
	if (!id) throw new Error(`no session was begun: ${await answer.text()}`);
	await answer.text();
	return id;
}
