/**
 * Sends one request over a connection of its own, to the very address that was checked: between the check and the connection no name can come to
 * lead elsewhere. Redirects are not followed, and of the answer only the head is read.
 */
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

interface Sent {
	status: number;
	/** As it came; null without one. */
	retryAfter: string | null;
}

/** In bytes. */
const MAX_HEAD = 16 * 1024;

/**
 * Resolves when the head of the answer has come. Rejects when there is none within `timeoutMs`, from the connection on.
 * @param address an IP address
 */
export function postTo(
	url: URL,
	address: string,
	headers: Record<string, string>,
	body: string,
	timeoutMs: number,
): Promise<Sent> {
	const isTls = url.protocol === "https:";
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const port = Number(url.port || (isTls ? 443 : 80));
	const bytes = Buffer.from(body);
	const head = [
		`POST ${url.pathname}${url.search} HTTP/1.1`,
		...Object.entries({
			host: url.host,
			...headers,
			"content-length": String(bytes.length),
			connection: "close",
		}).map(([name, value]) => `${name}: ${value}`),
	];
	const { promise, resolve, reject } = Promise.withResolvers<Sent>();
	let received = "";
	const send = () => {
		socket.write(`${head.join("\r\n")}\r\n\r\n`);
		socket.write(bytes);
	};
	const socket: Socket = isTls
		? connectTls(
				{ host: address, port, ...(isIP(host) === 0 && { servername: host }) },
				send,
			)
		: connectPlain({ host: address, port }, send);
	const timer = setTimeout(
		() => reject(new Error(`there was no answer within ${timeoutMs / 1000} s`)),
		timeoutMs,
	);
	socket.on("data", (part: Buffer) => {
		received += part.toString("latin1");
		try {
			const answer = parseHead(received);
			if (answer) resolve(answer);
			else if (received.length > MAX_HEAD)
				throw new Error("the answer is no HTTP/1.1");
		} catch (error) {
			reject(error);
		}
	});
	socket.on("error", ({ message }) =>
		reject(new Error(`the connection failed: ${message}`)),
	);
	socket.on("close", () =>
		reject(new Error("the connection was closed before an answer came")),
	);
	return promise.finally(() => {
		clearTimeout(timer);
		socket.destroy();
	});
}

/** Null = it is not whole yet. Throws when it is none. */
function parseHead(text: string): Sent | null {
	const end = text.indexOf("\r\n\r\n");
	if (end < 0) return null;
	const [first = "", ...lines] = text.slice(0, end).split("\r\n");
	const [, digits] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first) ?? [];
	if (!digits) throw new Error("the answer is no HTTP/1.1");
	const status = Number(digits);
	// Of an interim answer the final one follows.
	if (status < 200) return parseHead(text.slice(end + 4));
	const line = lines.find((one) => /^retry-after:/i.test(one));
	return {
		status,
		retryAfter: line?.slice(line.indexOf(":") + 1).trim() ?? null,
	};
}
