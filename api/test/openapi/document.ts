/** The API's description as a client reads it: the one source of what the tests here ask for and hold the answers against. */
import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";

export type Json = Record<string, unknown>;

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	schema: Json;
}

interface Answer {
	headers?: Record<string, unknown>;
	content?: Record<string, { schema: Json }>;
}

interface RequestBody extends Answer {
	description?: string;
}

export interface Operation {
	id: string;
	method: string;
	/** As the document writes it: `/api/v1/packs/{slug}`. */
	path: string;
	/** All methods that the path has, in capitals. */
	methods: string[];
	/** Whether only the backend serves it. */
	internal: boolean;
	parameters: Parameter[];
	/** Ways to present oneself, any one of which will do; with `{}` among them, none is needed. */
	security: Record<string, unknown>[];
	body: Json | null;
	/** In bytes; null without a body. */
	bodyLimit: number | null;
	responses: Record<string, Answer>;
}

interface Document {
	paths: Record<string, Record<string, unknown>>;
	components: { schemas: Record<string, Json> };
}

export interface Described {
	operations: Operation[];
	/** A validator of a schema of the document; `closed` also refuses members that the schema does not name. */
	validator(schema: Json, closed: boolean): ValidateFunction;
	/** The schema that a reference leads to. */
	resolve(schema: Json): Json;
}

const METHODS = ["get", "put", "post", "delete", "patch"];

/** Reads the description that is served at `url`. */
export async function describedAt(url: string): Promise<Described> {
	return describe((await (await fetch(url)).json()) as Document);
}

export function describe(document: Document): Described {
	const { schemas } = document.components;
	const open = compiler(schemas);
	const shut = compiler(closed(schemas) as Record<string, Json>, closed);
	return {
		operations: operationsOf(document),
		validator: (schema, strict) => (strict ? shut(schema) : open(schema)),
		resolve(schema) {
			const name = String(schema.$ref ?? "")
				.split("/")
				.at(-1);
			return name ? (schemas[name] as Json) : schema;
		},
	};
}

function operationsOf({ paths }: Document): Operation[] {
	return Object.entries(paths).flatMap(([path, item]) => {
		const methods = METHODS.filter((method) => method in item);
		return methods.map((method) => {
			const operation = item[method] as Json;
			const body = operation.requestBody as RequestBody | undefined;
			return {
				id: String(operation.operationId),
				method: method.toUpperCase(),
				path,
				methods: methods.map((each) => each.toUpperCase()),
				internal: "servers" in item,
				parameters: (operation.parameters ?? []) as Parameter[],
				security: (operation.security ?? []) as Record<string, unknown>[],
				body: body?.content?.["application/json"]?.schema ?? null,
				bodyLimit: limitOf(body),
				responses: operation.responses as Record<string, Answer>,
			};
		});
	});
}

/** A body's limit stands in its description, which is for people. */
function limitOf(body: RequestBody | undefined): number | null {
	const [, digits] =
		/At most ([\d,]+) bytes/.exec(body?.description ?? "") ?? [];
	return digits ? Number(digits.replaceAll(",", "")) : null;
}

/** Compiles schemas once each; the document's components are known by their place in it. */
function compiler(
	schemas: Record<string, Json>,
	prepare: (schema: unknown) => unknown = (schema) => schema,
) {
	const ajv = new Ajv({
		strict: false,
		allErrors: false,
		validateFormats: false,
	});
	ajv.addSchema({ $id: "doc", components: { schemas } });
	const known = new Map<Json, ValidateFunction>();
	return (schema: Json) => {
		const found =
			known.get(schema) ?? ajv.compile(local(prepare(schema)) as Json);
		known.set(schema, found);
		return found;
	};
}

const local = (node: unknown): unknown =>
	mapped(node, (key, value) => (key === "$ref" ? `doc${value}` : local(value)));

/** The same schema, where an object has no members that it does not name. What refines another stays open. */
function closed(node: unknown, refines = false): unknown {
	const copy = mapped(node, (key, value) =>
		key === "allOf"
			? (value as unknown[]).map((one) => closed(one, true))
			: closed(value),
	) as Json;
	const shuts =
		!refines && copy?.properties && copy.additionalProperties === undefined;
	return shuts ? { ...copy, additionalProperties: false } : copy;
}

function mapped(
	node: unknown,
	each: (key: string, value: unknown) => unknown,
): unknown {
	if (Array.isArray(node)) return node.map((one, at) => each(String(at), one));
	if (typeof node !== "object" || node === null) return node;
	return Object.fromEntries(
		Object.entries(node).map(([key, value]) => [key, each(key, value)]),
	);
}

/** Where the public meets a route of the backend (contract, section 1). */
export const publicPath = (path: string): string =>
	/^\/api\/(v1|admin|auth|health|mcp|metrics|openapi\.json)(\/|$)/.test(path)
		? path
		: path.replace(/^\/api\//, "/api/v1/");
