/**
 * Validates a request in one order for all routes: guards, path, query, body (contract, section 2). Elysia gets the same schemas for types and
 * OpenAPI; its own validation runs before guards can and loses the name of the field.
 */
import {
	type TArray,
	type TObject,
	type TSchema,
	Type,
} from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import { ApiError, type ErrorCode, refuse } from "./errors.ts";
import type { HeaderName } from "./header-descriptions.ts";
import { BODY_LIMIT, readJson, refuseText } from "./request-body.ts";
import type { Guard, RouteContext } from "./request-context.ts";
import type { RouteMetadata } from "./route-metadata.ts";

interface Context extends RouteContext {
	params?: unknown;
	query?: Record<string, unknown>;
	body?: unknown;
}

interface RouteInput<Params, Query, Body> {
	/** Run first, in this order. */
	guards?: Guard[];
	/** The path's variables; one that does not fit names nothing: 404. */
	params?: Params;
	/** True = one that does not fit is a 400 instead. */
	refusesParams?: boolean;
	query?: Query;
	body?: Body;
	/** In bytes; the service's own limit by default. */
	bodyLimit?: number;
	/** The handler's own error codes; those of guards, path, query and body are added. */
	errors?: readonly ErrorCode[];
	/** Headers of a successful response, beyond those of every response. */
	successHeaders?: readonly HeaderName[];
	/** Headers that the handler may set on any response. */
	headers?: readonly HeaderName[];
}

/** The options of a route with this input: `.post(path, handler, { ...validate({ … }), response, detail })`. */
export function validate<
	Params extends TObject | undefined = undefined,
	Query extends TObject | undefined = undefined,
	Body extends TSchema | undefined = undefined,
>(input: RouteInput<Params, Query, Body>) {
	const { guards = [], params, query, body, bodyLimit } = input;
	const ofParams = params && validator(params, "#/path");
	const ofQuery = query && validator(query, "#/query");
	const ofBody = body && validator(body);
	const read = async (context: Context) => {
		const faults = ofParams ? ofParams(context.params) : [];
		if (faults.length > 0 && !input.refusesParams)
			throw nowhere(context.params);
		if (faults.length > 0) refuse(faults);
		if (query && ofQuery) {
			context.query = queryValue(query, context.request);
			const wrong = ofQuery(context.query);
			if (wrong.length > 0) refuse(wrong);
		}
		if (!ofBody) return;
		context.body = await readJson(context.request, bodyLimit);
		const wrong = ofBody(context.body);
		if (wrong.length > 0) refuse(wrong);
	};
	return {
		parse: "none" as const,
		transform: params || query || body ? [...guards, read] : guards,
		// Left out when absent: the names in the path are the type then.
		...({ params } as Params extends TObject ? { params: Params } : object),
		query: query as Query,
		body: body as Body,
		metadata: metadataOf(input),
	};
}

/** What a route says of itself by what it takes, for documentation and tests. */
function metadataOf(
	input: RouteInput<unknown, unknown, unknown>,
): RouteMetadata {
	const { guards = [], query, body, bodyLimit, errors = [] } = input;
	const { successHeaders = [], headers = [] } = input;
	return {
		guardErrors: guards.flatMap((each) => each.errors ?? []),
		errors: [
			...(query || input.refusesParams ? (["validation_failed"] as const) : []),
			...(body ? REFUSED_BODIES : []),
			...errors,
			...ANYTIME,
		],
		credentials: guards.flatMap((each) => each.credentials ?? []),
		successHeaders,
		headers: [...guards.flatMap((each) => each.headers ?? []), ...headers],
		bodyLimit: body ? (bodyLimit ?? BODY_LIMIT) : null,
	};
}

const REFUSED_BODIES: readonly ErrorCode[] = [
	"unsupported_media_type",
	"payload_too_large",
	"malformed_json",
	"validation_failed",
];

/** Whatever asks the database may meet these. */
const ANYTIME: readonly ErrorCode[] = [
	"internal",
	"database_unavailable",
	"request_timeout",
];

function nowhere(params: unknown): ApiError {
	const [text = ""] = Object.values(params ?? {}).map(String);
	return new ApiError(
		"not_found",
		`There is nothing under "${text.slice(0, 200)}". The lists lead to what there is.`,
	);
}

/** The query as the shape has it: names that it does not know are left out, and a number or a truth value has to be written as one. */
function queryValue(shape: TObject, request: Request): Record<string, unknown> {
	const value: Record<string, unknown> = {};
	if (!request.url.includes("?")) return value;
	const given = new URL(request.url).searchParams;
	for (const [name, schema] of Object.entries(shape.properties)) {
		if (!given.has(name)) continue;
		const texts = given.getAll(name);
		for (const text of texts) refuseText(text, `#/query/${name}`);
		value[name] = isArray(schema) ? texts : typed(schema, texts.at(-1) ?? "");
	}
	return value;
}

const isArray = (schema: TSchema): schema is TArray => schema.type === "array";

function typed(schema: TSchema, text: string): unknown {
	if (schema.type === "integer" && /^-?\d{1,15}$/.test(text))
		return Number(text);
	if (schema.type === "boolean" && /^(true|false)$/.test(text))
		return text === "true";
	return text;
}

/** The faults of a value, none when it has the shape; pointers begin with `at`. The shape is compiled when it is first needed. */
export function validator(
	shape: TSchema,
	at = "#",
): (value: unknown) => Fault[] {
	let compiled: TypeCheck<TSchema> | null = null;
	return (value) => {
		compiled ??= TypeCompiler.Compile(shape);
		return compiled.Check(value) ? [] : shapeFaults(shape, value, at);
	};
}

/** As identifiers are written, in a path or a body. */
export const Uuid = Type.String({
	pattern:
		"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
});

/** Of a path that ends in `/:id`. */
export const IdParams = Type.Object({ id: Uuid });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** The page size of a list whose request names no limit; {@link pageQuery} has the largest. */
const DEFAULT_LIMIT = 50;

export const pageQuery = {
	limit: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT }),
	),
	offset: Type.Optional(
		Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
	),
};

export const PageQuery = Type.Object(pageQuery);

/** What a list says of itself beside its rows. */
export const ListMeta = Type.Object({
	total: Type.Integer(),
	limit: Type.Integer(),
	offset: Type.Integer(),
});

export interface Page {
	limit: number;
	offset: number;
}

export function pageOf(query: { limit?: number; offset?: number }): Page {
	return { limit: query.limit ?? DEFAULT_LIMIT, offset: query.offset ?? 0 };
}
