/** Renders the API reference as one HTML page from the OpenAPI document: without scripts, and without requests of its own. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html, Markup } from "../../../server/html-page.ts";
import {
	type Document,
	kindOf,
	membersOf,
	methodMark,
	operationSection,
	type Placed,
	prose,
	type Schema,
	type Security,
} from "./operation-section.ts";

const STYLE = readFileSync(join(import.meta.dir, "reference.css"), "utf8");
const STYLE_HASH = new Bun.CryptoHasher("sha256")
	.update(STYLE)
	.digest("base64");

/** What the page may do: show itself. */
export const REFERENCE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Chapter {
	name: string;
	description: string;
	routes: Placed[];
}

export function referencePage(document: Document): string {
	const { info, components } = document;
	const chapters = chaptersOf(document);
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} – Reference</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#reference">Skip to the reference</a>
<nav aria-label="Chapters">
<p class="title"><a href="/">Treeline</a> API <small>${info.version}</small></p>
${chapters.map(contentsOf)}
<details><summary>Shapes</summary><ul>${Object.keys(components.schemas)
		.sort()
		.map(
			(name) => html`<li><a href="#shape-${name}">${name}</a></li>`,
		)}</ul></details>
</nav>
<main id="reference" tabindex="-1">
<h1>${info.title}</h1>
${prose(info.description)}
<p>The same as an <a href="openapi.json">OpenAPI 3.1 document</a>, for programs.</p>
<h2 id="proofs">Authentication</h2>
<dl class="proofs">${Object.entries(components.securitySchemes).map(proofOf)}</dl>
${chapters.map(chapterSection)}
<h2 id="shapes">Shapes</h2>
${Object.entries(components.schemas)
	.sort(([one], [other]) => (one < other ? -1 : 1))
	.map(shapeSection)}
</main>
</body>
</html>
`.text;
}

function chaptersOf({ tags, paths }: Document): Chapter[] {
	const all = Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
		Object.entries(methods).map(
			([method, operation]): Placed => ({
				method,
				path,
				internal: servers !== undefined,
				operation,
			}),
		),
	);
	return tags.map(({ name, description }) => ({
		name,
		description,
		routes: all.filter(({ operation }) => operation.tags?.includes(name)),
	}));
}

const idOf = ({ name }: Chapter) => name.toLowerCase().replaceAll(" ", "-");

function contentsOf(chapter: Chapter): Markup {
	const links = chapter.routes.map(
		({ method, operation: { operationId, summary } }) =>
			html`<li><a href="#${operationId}">${methodMark(method)} ${summary}</a></li>`,
	);
	return html`<p class="chapter"><a href="#${idOf(chapter)}">${chapter.name}</a></p><ul>${links}</ul>`;
}

const chapterSection = (chapter: Chapter): Markup =>
	html`<section aria-labelledby="${idOf(chapter)}">
<h2 id="${idOf(chapter)}">${chapter.name}</h2>
${prose(chapter.description)}
${chapter.routes.map(operationSection)}
</section>
`;

const proofOf = ([
	name,
	{ in: place = "header", name: header = "Authorization", description },
]: [string, Security]): Markup =>
	html`<div id="proof-${name}"><dt><code>${name}</code></dt><dd><p>The ${place} <code>${header}</code>.</p>${prose(description)}</dd></div>`;

function shapeSection([name, schema]: [string, Schema]): Markup {
	const examples = (schema.examples ?? []).map(
		(example) =>
			html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`,
	);
	return html`<article id="shape-${name}">
<h3><a href="#shape-${name}">${name}</a></h3>
${prose(schema.description)}
${schema.properties || schema.anyOf ? membersOf(schema) : html`<p class="kind">${kindOf(schema)}</p>`}
${examples}
</article>
`;
}
