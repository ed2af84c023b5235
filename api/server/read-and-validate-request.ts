/**
 * Reads and validates a request in one order for all routes: guards, path, query, body (contract, section 2). Bodies are strict JSON (media
 * type, size, UTF-8, depth, storable text, in this order; syntax errors by line and column), and forms. Elysia gets the schemas as types only: its
 * own validation would check the same again, and loses the name of the field.
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
import { findJsonMistake } from "./json-syntax-error.ts";
import {
	type Guard,
	type RouteContext,
	textFault,
} from "./request-context-address-and-deadline.ts";
import type { HeaderName, RouteMetadata } from "./route-definition.ts";

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
	const ofBody = body && validator(strict(body));
	const [queryDefaults, bodyDefaults] = [defaultsOf(query), defaultsOf(body)];
	/** Elysia reads from its text which parts of a request it has to parse, so that it names them, and passes its context to nobody. */
	const check = async (context: Context) => {
		const { request, set } = context;
		for (const guard of guards) {
			const checked = guard({ request, set });
			// Most have nothing to wait for.
			if (checked) await checked;
		}
		const faults = ofParams ? ofParams(context.params) : [];
		if (faults.length > 0 && !input.refusesParams)
			throw nowhere(context.params);
		if (faults.length > 0) refuse(faults);
		if (query && ofQuery) {
			context.query = withDefaults(queryDefaults, queryValue(query, request));
			const wrong = ofQuery(context.query);
			if (wrong.length > 0) refuse(wrong);
		}
		if (!ofBody) return;
		context.body = await readJson(request, bodyLimit);
		const wrong = ofBody(context.body);
		if (wrong.length > 0) refuse(wrong);
		context.body = withDefaults(bodyDefaults, context.body);
	};
	return {
		parse: "none" as const,
		transform: check,
		metadata: metadataOf(input),
		// For the handler's types alone. Without a shape of the path, its names are the type.
		...({} as Params extends TObject ? { params: Params } : object),
		...({} as { query: Query; body: Body }),
	};
}

/** Unknown members of a body are refused, unless its shape says otherwise. */
const strict = (shape: TSchema): TSchema =>
	shape.type === "object" && shape.additionalProperties === undefined
		? { ...shape, additionalProperties: false }
		: shape;

/** The defaults that a shape's members name; null = none does. */
function defaultsOf(shape: TSchema | undefined): object | null {
	const members: Record<string, TSchema> = shape?.properties ?? {};
	const named = Object.entries(members).flatMap(
		([name, { default: value }]): [string, unknown][] =>
			value === undefined ? [] : [[name, value]],
	);
	return named.length === 0 ? null : Object.fromEntries(named);
}

/** The members of an object and, where it has none, the defaults. */
const withDefaults = <Value>(defaults: object | null, value: Value): Value =>
	defaults && typeof value === "object" ? { ...defaults, ...value } : value;

/** What a route says of itself by what it takes, for documentation and tests. */
function metadataOf(
	input: RouteInput<
		TObject | undefined,
		TObject | undefined,
		TSchema | undefined
	>,
): RouteMetadata {
	const { guards = [], params, query, body, bodyLimit, errors = [] } = input;
	const { successHeaders = [], headers = [] } = input;
	return {
		input: { params, query, body },
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

/** The service's body limit, in bytes (specification, "Limits"). */
export const BODY_LIMIT = 102_400;
/** The sole deviation, for seeding packs. */
export const SEED_BODY_LIMIT = 10 * 1024 * 1024;
const MAX_DEPTH = 64;

/**
 * The JSON document of a request's body. Throws `unsupported_media_type`, `payload_too_large` (over `limit` bytes), `malformed_json`
 * or, for text and depth that cannot be stored, `validation_failed`.
 */
export async function readJson(
	request: Request,
	limit = BODY_LIMIT,
): Promise<unknown> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type))
		throw new ApiError(
			"unsupported_media_type",
			"Send the body as JSON, with the header Content-Type: application/json.",
			[],
			{ "accept-post": "application/json" },
		);
	if ((request.headers.get("content-encoding") ?? "identity") !== "identity")
		throw new ApiError(
			"unsupported_media_type",
			"Compressed bodies are not read; send it without Content-Encoding.",
		);
	const text = decode(await readBytes(request, limit));
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new ApiError(
			"malformed_json",
			text.trim() === ""
				? "The body is empty; send a JSON document."
				: `The body is not valid JSON${placeOf(text)}.`,
		);
	}
	refuseUnstorable(value);
	texts.set(request, text);
	return value;
}

/** The first mistake in a text that is no JSON, as the end of a sentence. */
function placeOf(text: string): string {
	const found = findJsonMistake(text);
	return found
		? ` at line ${found.line}, column ${found.column}: ${found.what}`
		: "; check brackets, quotes and commas";
}

const texts = new WeakMap<Request, string>();

/** The document that {@link readJson} read, as it came: for what a parsed value cannot tell, as the order of an object's keys. */
export function jsonTextOf(request: Request): string {
	const text = texts.get(request);
	if (text === undefined) throw new Error("no body was read as JSON");
	return text;
}

/** The body's bytes; throws `payload_too_large` when there are more than `limit`. */
export async function readBytes(
	request: Request,
	limit: number,
): Promise<Uint8Array> {
	const tooLarge = () =>
		new ApiError(
			"payload_too_large",
			`The body is larger than ${limit} bytes; send less at once, a long list in several requests.`,
		);
	const length = request.headers.get("content-length");
	if (Number(length ?? 0) > limit) throw tooLarge();
	// A body of this length, since no server takes one that is also chunked: read at once, which costs half.
	if (length !== null) return request.bytes();
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of request.body ?? []) {
		size += part.length;
		if (size > limit) throw tooLarge();
		parts.push(part);
	}
	return Buffer.concat(parts);
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new ApiError("malformed_json", "The body is not valid UTF-8 text.");
	}
}

/** Refuses what JSON can say and the service does not keep: too deep a nesting, NUL and lone surrogates. Walks without recursion. */
export function refuseUnstorable(root: unknown): void {
	const open: { value: unknown; pointer: string; depth: number }[] = [
		{ value: root, pointer: "#", depth: 0 },
	];
	for (let next = open.pop(); next; next = open.pop()) {
		const { value, pointer, depth } = next;
		if (typeof value === "string") refuseText(value, pointer);
		if (typeof value !== "object" || value === null) continue;
		if (depth >= MAX_DEPTH)
			throw refusal(pointer, `is nested deeper than ${MAX_DEPTH} levels`);
		for (const [key, member] of Object.entries(value)) {
			refuseText(key, pointer);
			open.push({
				value: member,
				pointer: `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
				depth: depth + 1,
			});
		}
	}
}

/** Throws `validation_failed` for a text that no database can hold. */
function refuseText(text: string, pointer: string): void {
	const fault = textFault(text);
	if (fault) throw refusal(pointer, fault);
}

function refusal(pointer: string, what: string): ApiError {
	const at = pointer.slice(0, 200);
	const detail = `this value ${what}; remove it`;
	return new ApiError("validation_failed", `${at}: ${detail}.`, [
		{ pointer: at, code: "not_storable", detail },
	]);
}

/** In bytes; the forms have a field or two. */
export const FORM_LIMIT = 8192;

/** Throws `unsupported_media_type` or `payload_too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
		throw new ApiError(
			"unsupported_media_type",
			"Send the form as a browser does, with the header Content-Type: application/x-www-form-urlencoded.",
		);
	const bytes = await readBytes(request, FORM_LIMIT);
	return new URLSearchParams(new TextDecoder().decode(bytes));
}
