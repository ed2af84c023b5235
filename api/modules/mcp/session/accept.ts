/**
 * A client that does not ask for a stream gets its answer as one JSON document (contract, section 8). The SDK knows streams only, so
 * such a client's is read to its end here; what was said on the way it did not want to know.
 */

const STREAM = "text/event-stream";

/** Whether the client asks for JSON, or for nothing in particular. */
export function wantsDocument(request: Request): boolean {
	const accept = request.headers.get("accept") ?? "*/*";
	return (
		!accept.includes(STREAM) &&
		/\*\/\*|application\/(\*|json)/.test(accept.toLowerCase())
	);
}

/** The request as the SDK wants it asked; its body, which is read by now, is given beside it. */
export function asked(
	request: Request,
	changes: Record<string, string>,
): Request {
	const headers = new Headers(request.headers);
	for (const [name, value] of Object.entries(changes)) headers.set(name, value);
	return new Request(request.url, {
		method: request.method,
		headers,
		signal: request.signal,
	});
}

/** Accepts all that the SDK may answer. */
export const ANYTHING = { accept: `application/json, ${STREAM}` };
export const A_STREAM = { accept: STREAM };

/** The answer as one document. */
export async function documentOf(response: Response): Promise<Response> {
	if (!response.headers.get("content-type")?.startsWith(STREAM))
		return response;
	const answers = messagesIn(await response.text()).filter(
		(message) => !("method" in message),
	);
	const headers = new Headers({ "content-type": "application/json" });
	const session = response.headers.get("mcp-session-id");
	if (session) headers.set("mcp-session-id", session);
	const [first] = answers;
	return new Response(JSON.stringify(answers.length === 1 ? first : answers), {
		headers,
	});
}

const messagesIn = (stream: string): object[] =>
	stream
		.split("\n")
		.filter((line) => line.startsWith("data: {"))
		.map((line) => JSON.parse(line.slice("data: ".length)));
