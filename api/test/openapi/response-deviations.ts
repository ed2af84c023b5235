/** In what an answer departs from the description of its route. */
import type { Answer } from "./client.ts";
import type { Described, Json, Operation } from "./document.ts";

/** Headers of HTTP itself, and of who may read an answer, which no description lists. */
const OWN = new Set([
	"access-control-allow-origin",
	"access-control-expose-headers",
	"allow",
	"connection",
	"content-length",
	"content-type",
	"date",
	"keep-alive",
	"transfer-encoding",
]);

/** One line for each departure; none when the answer is as documented, with no member that is not. */
export function departures(
	described: Described,
	{ responses }: Operation,
	answer: Answer,
): string[] {
	const documented = responses[answer.status];
	if (!documented)
		return [`status ${answer.status} is not documented: ${answer.text}`];
	const names = Object.keys(documented.headers ?? {}).map((name) =>
		name.toLowerCase(),
	);
	const strangers = [...answer.headers.keys()].filter(
		(name) => !OWN.has(name) && !names.includes(name),
	);
	return [
		...strangers.map((name) => `the header ${name} is not documented`),
		...(answer.headers.get("x-request-id") ? [] : ["there is no X-Request-Id"]),
		...bodyDepartures(described, documented.content, answer),
	];
}

function bodyDepartures(
	described: Described,
	content: Record<string, { schema: Json }> | undefined,
	{ status, type, text }: Answer,
): string[] {
	if (!content) return text === "" ? [] : [`${status} has a body: ${text}`];
	const kind = content[type];
	if (!kind)
		return [`${status} is "${type}", not ${Object.keys(content).join(" or ")}`];
	const fits = described.validator(kind.schema, true);
	if (fits(parsed(type, text))) return [];
	return (fits.errors ?? []).map(
		({ instancePath, message, params }) =>
			`${status}: ${instancePath || "the body"} ${message} ${JSON.stringify(params)} in ${text}`,
	);
}

function parsed(type: string, text: string): unknown {
	if (!/[/+]json$/.test(type)) return text;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
