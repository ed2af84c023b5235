/** Names the document's schemas by their modules' exports; schemas without a name are written where they are used. */
import * as format from "@treeline/packs/format";
import * as verify from "@treeline/verify/shapes";
import * as problem from "../../server/errors.ts";
import { RpcRequest, RpcResponse } from "../../server/json-rpc.ts";
import * as attempts from "../attempts/api-schemas.ts";
import * as auth from "../auth/session/api-schemas.ts";
import * as author from "../author/api-schemas.ts";
import * as search from "../challenge-search/api-schemas.ts";
import * as chat from "../chat/api-schemas.ts";
import * as content from "../content/api-schemas.ts";
import * as cli from "../pack-download-for-cli/api-schemas.ts";
import * as challenges from "../packs-and-challenges/api-schemas.ts";
import * as packs from "../packs-and-challenges/api-schemas.ts";
import * as seeding from "../seeding/api-schemas.ts";
import * as settings from "../settings/api-schemas.ts";
import * as webhooks from "../webhooks/api-schemas.ts";

const MODULES: readonly Record<string, unknown>[] = [
	verify,
	format,
	problem,
	auth,
	packs,
	challenges,
	attempts,
	settings,
	author,
	search,
	cli,
	chat,
	content,
	webhooks,
	seeding,
	{ RpcRequest, RpcResponse },
];

export type Json = Record<string, unknown>;

/** Names by the text of their shape: TypeBox copies shapes when it composes them, so that identity would lose them. */
const NAMES = new Map(
	MODULES.flatMap((module) =>
		Object.entries(module).flatMap(([name, shape]): [string, string][] =>
			isNamed(shape) ? [[JSON.stringify(shape), name]] : [],
		),
	),
);

function isNamed(shape: unknown): shape is Json {
	if (typeof shape !== "object" || shape === null) return false;
	return "discriminator" in shape || ("properties" in shape && "type" in shape);
}

/** Writes shapes as OpenAPI 3.1 has them, and gathers the named ones. */
export function shapeWriter() {
	const components: Record<string, Json> = {};
	const write = (shape: Json): Json => {
		const { $id, $ref } = shape;
		// What refers to itself bears its name with it.
		if (typeof $ref === "string" && !$ref.startsWith("#"))
			return { $ref: `#/components/schemas/${$ref}` };
		const name =
			typeof $id === "string"
				? $id
				: isNamed(shape)
					? NAMES.get(JSON.stringify(shape))
					: undefined;
		if (name === undefined) return members(shape);
		if (!components[name]) {
			// Taken before it is filled: a shape may hold itself.
			components[name] = {};
			Object.assign(components[name], members(shape));
		}
		return { $ref: `#/components/schemas/${name}` };
	};
	const each = (shapes: unknown) => (shapes as Json[]).map(write);
	const byKey = (shapes: unknown) =>
		Object.fromEntries(
			Object.entries(shapes as Record<string, Json>).map(([key, shape]) => [
				key,
				write(shape),
			]),
		);
	const members = ({ described, ...shape }: Json): Json => {
		// What is taken as it comes says here what it should be.
		if (described) return members(described as Json);
		const choice = choiceOf(shape);
		if (choice) return choice;
		const {
			patternProperties: patterns,
			discriminator: _,
			$id: __,
			...rest
		} = shape;
		const written: Json = {};
		for (const [key, value] of Object.entries(rest)) {
			if (key === "properties") written[key] = byKey(value);
			else if (key === "anyOf" || key === "allOf") written[key] = each(value);
			else if (key === "items") written[key] = write(value as Json);
			else written[key] = value;
		}
		const any = (patterns as Record<string, Json> | undefined)?.["^(.*)$"];
		if (any) written.additionalProperties = write(any);
		else if (patterns) written.patternProperties = byKey(patterns);
		return written;
	};
	return { write, components };
}

/** A union of plain values or types, in the short form that readers and generators know. */
function choiceOf({ anyOf, ...rest }: Json): Json | null {
	if (!Array.isArray(anyOf)) return null;
	const [null_, others] = [
		anyOf.some(({ type }) => type === "null"),
		anyOf.filter(({ type }) => type !== "null"),
	];
	const type = (name: string) => (null_ ? [name, "null"] : name);
	if (others.every((one) => typeof one.const === "string")) {
		const values = others.map((one) => one.const);
		return {
			...rest,
			type: type("string"),
			enum: null_ ? [...values, null] : values,
		};
	}
	const [only] = others;
	const plain = ["string", "integer", "number", "boolean"];
	return null_ && others.length === 1 && plain.includes(only.type)
		? { ...rest, ...only, type: type(only.type) }
		: null;
}
