/**
 * A receiver of webhooks for tests: a real server that takes nothing but what the Standard Webhooks specification allows, verified by that
 * project's own library, and fails on demand in every way that a receiver can.
 */
import { Webhook } from "standardwebhooks";

/** Ways to fail; each holds until another is set. A number is the status that is answered. */
export type ReceiverFault =
	| number
	/** Nothing at all. */
	| "silence"
	/** The connection is cut before an answer. */
	| "cut"
	/** The answer is no HTTP. */
	| "nonsense"
	/** To another path here. */
	| "redirect";

export interface Received {
	id: string;
	/** In seconds since 1970. */
	timestamp: number;
	type: string;
	data: Record<string, unknown>;
	text: string;
	signatures: string[];
}

export interface WebhookReceiver {
	url: string;
	port: number;
	/** The environment that lets webhooks come here. */
	settings: Record<string, string>;
	/** Any of them verifies. Empty = nothing is verified. */
	secrets: string[];
	fault: ReceiverFault | null;
	/** Headers of an answer that is a failure. */
	headers: Record<string, string>;
	/** What was accepted, in its order. */
	accepted: Received[];
	/** What came, accepted or not. */
	seen: Received[];
	/** What was no webhook of the specification. */
	refused: string[];
	stop(): void;
}

export function startReceiver(): WebhookReceiver {
	const state: Pick<
		WebhookReceiver,
		"secrets" | "fault" | "headers" | "accepted" | "seen" | "refused"
	> = {
		...{ secrets: [], fault: null, headers: {} },
		...{ accepted: [], seen: [], refused: [] },
	};

	/** The whole of an answer; null = none is sent. */
	async function answerTo(request: Request): Promise<string | null> {
		const text = await request.text();
		const headers = Object.fromEntries(request.headers);
		const received = parse(text, headers);
		const problem = problemOf(request, text, headers, state.secrets);
		if (problem) {
			state.refused.push(problem);
			return answer(400);
		}
		state.seen.push(received);
		const { fault } = state;
		if (fault === "silence" || fault === "cut") return null;
		if (fault === "nonsense") return "SSH-2.0-OpenSSH_9.9\r\n\r\n";
		if (fault === "redirect") return answer(302, { location: "/elsewhere" });
		if (fault !== null && fault >= 300) return answer(fault, state.headers);
		state.accepted.push(received);
		return answer(fault ?? 204);
	}

	const server = Bun.listen<{ bytes: Buffer }>({
		hostname: "127.0.0.1",
		port: 0,
		socket: {
			open(socket) {
				socket.data = { bytes: Buffer.alloc(0) };
			},
			async data(socket, part) {
				socket.data.bytes = Buffer.concat([socket.data.bytes, part]);
				const request = whole(socket.data.bytes);
				if (!request) return;
				const text = await answerTo(request);
				if (text !== null) socket.end(text);
				else if (state.fault === "cut") socket.terminate();
			},
		},
	});
	return Object.assign(state, {
		url: `http://127.0.0.1:${server.port}/hooks?of=treeline`,
		port: server.port,
		settings: { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" },
		stop: () => server.stop(true),
	});
}

const answer = (status: number, headers: Record<string, string> = {}) =>
	[
		`HTTP/1.1 ${status} Status`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
		"content-length: 0",
		"\r\n",
	].join("\r\n");

/** The request, once all of it has come. */
function whole(bytes: Buffer): Request | null {
	const end = bytes.indexOf("\r\n\r\n");
	if (end < 0) return null;
	const [first = "", ...lines] = bytes
		.subarray(0, end)
		.toString()
		.split("\r\n");
	const [method, path] = first.split(" ");
	const headers = new Headers(
		lines.map((line): [string, string] => {
			const at = line.indexOf(":");
			return [line.slice(0, at), line.slice(at + 1).trim()];
		}),
	);
	const body = new Uint8Array(bytes.subarray(end + 4));
	if (body.length < Number(headers.get("content-length"))) return null;
	return new Request(`http://${headers.get("host")}${path}`, {
		method,
		headers,
		body,
	});
}

function parse(text: string, headers: Record<string, string>): Received {
	const { type, data } = JSON.parse(text);
	return {
		...{ type, data, text },
		id: headers["webhook-id"] ?? "",
		timestamp: Number(headers["webhook-timestamp"]),
		signatures: headers["webhook-signature"]?.split(" ") ?? [],
	};
}

function problemOf(
	{ method, url }: Request,
	text: string,
	headers: Record<string, string>,
	secrets: readonly string[],
): string | null {
	if (method !== "POST") return `the method is ${method}`;
	if (!url.endsWith("/hooks?of=treeline")) return `the address is ${url}`;
	if (headers["content-type"] !== "application/json")
		return `the media type is ${headers["content-type"]}`;
	if (/[^\w-]/.test(headers["webhook-id"] ?? "."))
		return `the id is ${headers["webhook-id"]}`;
	const { type, timestamp, data } = JSON.parse(text);
	if (!/^\w+(\.\w+)+$/.test(type)) return `the type is ${type}`;
	if (new Date(timestamp).toISOString() !== timestamp)
		return `the timestamp is ${timestamp}`;
	if (typeof data !== "object") return "there is no data";
	const verifies = (secret: string) => {
		try {
			new Webhook(secret).verify(text, headers);
			return true;
		} catch {
			return false;
		}
	};
	return secrets.length === 0 || secrets.some(verifies)
		? null
		: "no signature verifies";
}
