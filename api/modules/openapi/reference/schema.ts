/** A shape in words: what a value is, within which bounds, and what its members are. */
import { html, Markup } from "../../../server/html-page.ts";
import type { Schema } from "./document.ts";

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
