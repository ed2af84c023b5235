/**
 * What a route takes, checked in one order for all of them: who asks, the query, the body (contract, section 2). Elysia is handed
 * the same shapes for types and OpenAPI; the checks are made here because its own run before a guard can and lose the field's name.
 */
import type { TArray, TObject, TSchema } from "@sinclair/typebox";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import { ApiError } from "./errors.ts";
import { readJson, refuseText } from "./json-body.ts";

/** A step before a handler; it refuses by throwing. */
export type Guard = (context: { request: Request }) => void | Promise<void>;

interface Context {
	request: Request;
	query?: Record<string, unknown>;
	body?: unknown;
}

interface Taken<Query, Body> {
	/** Asked first, in this order. */
	guards?: Guard[];
	query?: Query;
	body?: Body;
	/** In bytes; the service's own limit unless a route deviates. */
	bodyLimit?: number;
}

/** The options of a route that takes this: `.post(path, handler, { ...takes({ … }), response })`. */
export function takes<
	Query extends TObject | undefined = undefined,
	Body extends TSchema | undefined = undefined,
>({ guards = [], query, body, bodyLimit }: Taken<Query, Body>) {
	const read = async (context: Context) => {
		if (query) {
			context.query = queryValue(query, context.request);
			refuse(shapeFaults(query, context.query, "#/query"));
		}
		if (!body) return;
		context.body = await readJson(context.request, bodyLimit);
		refuse(shapeFaults(body, context.body));
	};
	return {
		parse: "none" as const,
		transform: [...guards, read],
		query: query as Query,
		body: body as Body,
	};
}

/** Throws `validation_failed` with the faults' pointers, when there are any. */
export function refuse(faults: Fault[]): void {
	const [first] = faults;
	if (!first) return;
	throw new ApiError(
		"validation_failed",
		`${first.pointer}: ${first.detail}.`,
		faults,
	);
}

/** The query as the shape has it: names that it does not know are left out, and a number has to be written as one. */
function queryValue(shape: TObject, request: Request): Record<string, unknown> {
	const given = new URL(request.url).searchParams;
	const value: Record<string, unknown> = {};
	for (const [name, schema] of Object.entries(shape.properties)) {
		if (!given.has(name)) continue;
		const texts = given.getAll(name);
		for (const text of texts) refuseText(text, `#/query/${name}`);
		value[name] = isArray(schema) ? texts : typed(schema, texts.at(-1) ?? "");
	}
	return value;
}

const isArray = (schema: TSchema): schema is TArray => schema.type === "array";

const typed = (schema: TSchema, text: string): unknown =>
	schema.type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
