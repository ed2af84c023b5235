/** One route of the reference: what it is for, what it takes, what it answers. */
import { html, type Markup } from "../../../server/html-page.ts";
import type { Operation, Parameter, Schema } from "./document.ts";
import {
	inline,
	kindOf,
	memberOf,
	membersOf,
	NOTHING,
	prose,
} from "./schema.ts";

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
	const ways = security.flatMap((each) => Object.keys(each));
	const optional = security.some((each) => Object.keys(each).length === 0);
	const links = ways.map(
		(way, index) =>
			html`${index > 0 ? " or " : ""}<a href="#proof-${way}">${way}</a>`,
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
