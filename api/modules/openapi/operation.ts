/** Builds the OpenAPI operation of one route, from its schemas and metadata. */

import {
	type ErrorCode,
	Problem,
	statusAndTitle,
} from "../../server/errors.ts";
import {
	EVERYWHERE,
	errorCodesOf,
	type HeaderName,
	OF_CODE,
	type Route,
	type RouteMetadata,
} from "../../server/route-definition.ts";
import { DraftConflict } from "../learner-drafts/api-schemas.ts";
import type { Json } from "./component-schemas.ts";

/** A route as Elysia stores it. */
export interface DocumentedRoute extends Route {
	hooks: {
		metadata?: RouteMetadata;
		response?: Record<string, Json>;
		detail?: Json;
	};
}

type Write = (shape: Json) => Json;

const NAME = /:(\w+)/g;

/** The path as OpenAPI writes it: `/api/packs/{slug}`. */
export const templateOf = (path: string) => path.replaceAll(NAME, "{$1}");

/** @param write names and gathers shapes */
export function operationOf(route: DocumentedRoute, write: Write): Json {
	const { metadata, detail = {} } = route.hooks;
	const body = metadata?.input?.body;
	const { parameters = [], ...said } = detail;
	return {
		...said,
		...(metadata &&
			metadata.credentials.length > 0 && { security: proofs(metadata) }),
		...parametersOf(route, write, parameters as Json[]),
		...(body && {
			requestBody: {
				required: true,
				...(metadata?.bodyLimit && {
					description: `At most ${metadata.bodyLimit.toLocaleString("en")} bytes.`,
				}),
				content: { "application/json": { schema: write(body) } },
			},
		}),
		responses: together(successes(route, write), refusals(route, write)),
	};
}

type Answers = Record<
	string,
	{ description: string; headers: Json; content?: Json }
>;

/** Answers by status; one status may have several kinds of body. */
function together(some: Answers, others: Answers): Answers {
	const all = { ...some };
	for (const [status, answer] of Object.entries(others)) {
		const known = all[status];
		all[status] = known
			? {
					description: `${known.description}\n\n${answer.description}`,
					headers: { ...known.headers, ...answer.headers },
					content: { ...known.content, ...answer.content },
				}
			: answer;
	}
	return all;
}

const proofs = ({ credentials }: RouteMetadata) =>
	credentials.map((each) => {
		if (each === null) return {};
		const [name = "", ...scopes] = each.split(":");
		return { [name]: scopes };
	});

function parametersOf(
	{ path, hooks: { metadata } }: DocumentedRoute,
	write: Write,
	more: Json[],
): Json {
	const { params, query } = metadata?.input ?? {};
	const parameters = [
		...[...path.matchAll(NAME)].map(([, name = ""]) => ({
			name,
			in: "path",
			required: true,
			schema: write(params?.properties[name] ?? { type: "string" }),
		})),
		...Object.entries(query?.properties ?? {}).map(([name, shape]) => ({
			name,
			in: "query",
			required: query?.required?.includes(name) ?? false,
			schema: write(shape),
		})),
		...more,
	];
	return parameters.length > 0 ? { parameters } : {};
}

const SUCCESS: Record<string, string> = {
	200: "Success.",
	201: "Created.",
	202: "Accepted, without a body.",
	204: "Success, without a body.",
	302: "Redirect to `Location`.",
	303: "Redirect to `Location`.",
	503: "Unavailable.",
};

function successes(
	{ method, hooks: { response = {}, metadata } }: DocumentedRoute,
	write: Write,
): Answers {
	const successHeaders = metadata?.successHeaders ?? [];
	const headers = headersOf([...successHeaders, ...(metadata?.headers ?? [])]);
	const written = Object.entries(response).map(([status, shape]) => [
		status,
		{
			description: String(shape.description ?? SUCCESS[status] ?? "An answer."),
			headers,
			...contentOf(shape, write),
		},
	]);
	if (method === "GET" && successHeaders.includes("ETag"))
		written.push([
			"304",
			{
				description: "Not modified: `If-None-Match` names the present version.",
				headers,
			},
		]);
	return Object.fromEntries(written);
}

/** A choice of bodies of which one says its media type is one of media types. */
function contentOf(shape: Json, write: Write): Json {
	if (shape.type === "void") return {};
	const choice = (shape.anyOf ?? []) as Json[];
	const kinds = choice.some((kind) => kind.contentMediaType) ? choice : [shape];
	const content = kinds.map((kind) => {
		const { contentMediaType = "application/json", ...schema } = kind;
		return [contentMediaType, { schema: write(schema) }];
	});
	return { content: Object.fromEntries(content) };
}

/** The refusals by status; each names its codes. */
function refusals(route: DocumentedRoute, write: Write): Answers {
	const codes = errorCodesOf(route);
	const byStatus = Object.groupBy(codes, (code) => statusAndTitle(code)[0]);
	return Object.fromEntries(
		Object.entries(byStatus).map(([status, some = []]) => [
			status,
			{
				description: some
					.map((code) => `\`${code}\`: ${statusAndTitle(code)[1]}.`)
					.join("\n\n"),
				headers: headersOf([
					...some.flatMap((code) => OF_CODE[code] ?? []),
					...(route.hooks.metadata?.headers ?? []),
				]),
				content: refusalContent(route, Number(status), some, write),
			},
		]),
	);
}

/** Problems, unless the route has words of its own. */
function refusalContent(
	{ hooks: { metadata } }: DocumentedRoute,
	status: number,
	codes: ErrorCode[],
	write: Write,
): Json {
	const own = metadata?.refusal as Json | undefined;
	return own
		? { "application/json": { schema: write(own) } }
		: {
				"application/problem+json": { schema: problemOf(status, codes, write) },
			};
}

const problemOf = (status: number, codes: ErrorCode[], write: Write): Json => ({
	allOf: [
		write(
			(codes.includes("draft_conflict")
				? DraftConflict
				: Problem) as unknown as Json,
		),
		{
			type: "object",
			properties: {
				status: { const: status },
				code: { type: "string", enum: codes },
			},
		},
	],
});

const headersOf = (names: readonly HeaderName[]) =>
	Object.fromEntries(
		[...new Set([...EVERYWHERE, ...names])].map((name) => [
			name,
			{ $ref: `#/components/headers/${name}` },
		]),
	);
