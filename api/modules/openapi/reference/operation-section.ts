/** Renders one route of the API reference: its purpose, parameters and responses, with their schemas. */
import { html, Markup } from "../../../server/html-page.ts";

/** An operation and where it is. */
export interface Placed {
	method: string;
	path: string;
	/** Only the backend has it, which the public does not reach. */
	internal: boolean;
	operation: Operation;
}

/** Carried by every answer. */
const EVERYWHERE = ["X-Request-Id", "Cache-Control", "Vary"];

export function operationSection({
	method,
	path,
	internal,
	operation,
}: Placed): Markup {
	const {
		operationId,
		summary,
		description,
		parameters = [],
		requestBody,
	} = operation;
	return html`<article id="${operationId}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="address">${methodMark(method)} <code>${path}</code></p>
${internal ? html`<p class="note">At the backend only.</p>` : NOTHING}
${prose(description)}
${proofOf(operation)}
${parametersOf(parameters)}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => bodyOf(type, schema, requestBody?.description))}
<h4>Answers</h4>
<dl class="answers">${Object.entries(operation.responses).map(answerOf)}</dl>
</article>
`;
}

export const methodMark = (method: string): Markup =>
	html`<span class="method ${method}">${method.toUpperCase()}</span>`;

function proofOf({ security = [] }: Operation): Markup {
	if (security.length === 0) return NOTHING;
	const ways = security.flatMap((each) => Object.entries(each));
	const optional = security.some((each) => Object.keys(each).length === 0);
	const links = ways.map(
		([way, scopes], index) =>
			html`${index > 0 ? " or " : ""}<a href="#proof-${way}">${way}</a>${scopes.length > 0 ? ` (${scopes.join(", ")})` : ""}`,
	);
	return html`<p class="proof">${optional ? "May be asked with" : "Takes"} ${links}.</p>`;
}

const PLACES = {
	path: "In the path",
	query: "In the query",
	header: "Headers",
};

function parametersOf(parameters: Parameter[]): Markup {
	return html`${Object.entries(PLACES).map(([place, title]) => {
		const some = parameters.filter((each) => each.in === place);
		if (some.length === 0) return NOTHING;
		const rows = some.map(({ name, schema, description, required }) =>
			memberOf(
				name,
				description ? { ...schema, description } : schema,
				required,
			),
		);
		return html`<h4>${title}</h4><ul class="members">${rows}</ul>`;
	})}`;
}

function bodyOf(type: string, schema: Schema, description?: string): Markup {
	return html`<h4>Body</h4><p><code>${type}</code> <span class="kind">${kindOf(schema)}</span>${description ? html` <small>${description}</small>` : NOTHING}</p>${membersOf(schema)}`;
}

type Answered = [status: string, answer: Operation["responses"][string]];

function answerOf([
	status,
	{ description, headers = {}, content = {} },
]: Answered): Markup {
	const named = Object.keys(headers).filter(
		(name) => !EVERYWHERE.includes(name),
	);
	const bodies = Object.entries(content).map(([type, { schema }]) =>
		type === "application/problem+json"
			? NOTHING
			: html`<p><code>${type}</code> <span class="kind">${kindOf(schema)}</span></p>${membersOf(schema)}`,
	);
	return html`<div><dt class="status s${status.slice(0, 1)}">${status}</dt><dd>${description.split(/\n{2,}/).map((each) => html`<p>${inline(each)}</p>`)}${bodies}${named.length > 0 ? html`<p><small>Headers: ${named.join(", ")}</small></p>` : NOTHING}</dd></div>`;
}

export const NOTHING = new Markup("");

/** What a value is, in one line. */
export function kindOf(schema: Schema): Markup {
	const { $ref, type, items, anyOf, additionalProperties: rest } = schema;
	if ($ref) return linkTo($ref);
	if ("const" in schema)
		return html`<code>${JSON.stringify(schema.const)}</code>`;
	if (schema.enum)
		return joined(
			schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
		);
	if (anyOf) return joined(anyOf.map(kindOf));
	if (Array.isArray(type))
		return joined(type.map((one) => kindOf({ ...schema, type: one })));
	if (type === "array")
		return html`list of ${items ? kindOf(items) : "anything"}`;
	if (type === "object" && typeof rest === "object" && !schema.properties)
		return html`object of ${kindOf(rest)}`;
	return html`${type ?? "anything"}`;
}

const joined = (parts: Markup[]): Markup =>
	new Markup(parts.map(({ text }) => text).join(" or "));

function linkTo(ref: string): Markup {
	const name = ref.split("/").at(-1) ?? "";
	return html`<a href="#shape-${name}">${name}</a>`;
}

/** The bounds of a value, in words. */
function boundsOf(schema: Schema): Markup {
	const { pattern, format } = schema;
	const said = [
		between(schema.minLength, schema.maxLength, "characters"),
		between(schema.minItems, schema.maxItems, "items"),
		between(schema.minimum, schema.maximum, ""),
		"default" in schema ? `${JSON.stringify(schema.default)} unless given` : "",
		format ?? "",
		schema.readOnly ? "passed over" : "",
	].filter((each) => each !== "");
	return html`<small>${said.join(", ")}${pattern ? html` <code>${pattern}</code>` : NOTHING}</small>`;
}

/** The largest integer that a column takes is no bound that anyone means. */
const MEANT = 2_147_483_647;

function between(least?: number, most?: number, of = ""): string {
	const text = (bound: number) => bound.toLocaleString("en");
	const unit = of && ` ${of}`;
	const upper = most === MEANT ? undefined : most;
	if (least && upper !== undefined)
		return `${text(least)}–${text(upper)}${unit}`;
	if (upper !== undefined) return `at most ${text(upper)}${unit}`;
	return least ? `at least ${text(least)}${unit}` : "";
}

/** The members of an object, of a list's items or of a choice's kinds, each with its own; nothing of what is linked to. */
export function membersOf(schema: Schema): Markup {
	const {
		properties,
		required = [],
		items,
		anyOf,
		additionalProperties: rest,
	} = schema;
	if (anyOf) return html`${anyOf.map((one) => kindsMembers(one))}`;
	if (items) return membersOf(items);
	if (!properties && typeof rest === "object") return membersOf(rest);
	if (!properties || Object.keys(properties).length === 0) return NOTHING;
	const rows = Object.entries(properties).map(([name, member]) =>
		memberOf(name, member, required.includes(name)),
	);
	return html`<ul class="members">${rows}</ul>`;
}

/** Of several kinds, each by the constant that tells it apart. */
function kindsMembers(schema: Schema): Markup {
	const { type } = schema.properties ?? {};
	if (type?.const === undefined) return membersOf(schema);
	return html`<details><summary><code>${String(type.const)}</code></summary>${membersOf(schema)}</details>`;
}

/** One named value: a member, a parameter. */
export function memberOf(
	name: string,
	schema: Schema,
	required: boolean,
): Markup {
	return html`<li><p><code class="name">${name}</code> <span class="kind">${kindOf(schema)}</span>${required ? html` <span class="required">required</span>` : NOTHING} ${boundsOf(schema)}</p>${prose(schema.description)}${membersOf(schema)}</li>`;
}

/** Text as it stands within a line. */
export const inline = (text: string): Markup =>
	html`${text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;

/** Paragraphs; nothing for no text. */
export const prose = (text = ""): Markup =>
	html`${text
		.split(/\n{2,}/)
		.filter((paragraph) => paragraph.trim() !== "")
		.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

export interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	allOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	pattern?: string;
	format?: string;
	readOnly?: boolean;
	default?: unknown;
	examples?: unknown[];
}

export interface Operation {
	operationId: string;
	summary: string;
	description?: string;
	tags?: string[];
	security?: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: { description?: string; content: Content };
	responses: Record<string, Answer>;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Answer {
	description: string;
	headers?: Record<string, unknown>;
	content?: Content;
}

export interface Security {
	/** Absent of what the header `Authorization` carries. */
	in?: string;
	name?: string;
	description: string;
}

export interface Document {
	info: { title: string; version: string; description: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: {
		schemas: Record<string, Schema>;
		securitySchemes: Record<string, Security>;
	};
}
