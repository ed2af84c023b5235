/** What a web service is asked for: methods, paths, statuses and what is registered for them. */
import { argumentsOf, CALLS, calledMember, shortText } from "../syntax.ts";
import { nodesOf, replaced } from "../tree.ts";
import type { Operator } from "./operator.ts";

const HTTP = ["get", "post", "put", "patch", "delete"];

const dropDecorator: Operator = (root) =>
	nodesOf(root, "decorator").map((decorator) => ({
		what: `no ${shortText(decorator)}`,
		about: nodesOf(decorator, "identifier").map((node) => node.text),
		edits: [
			{
				start: decorator.startIndex,
				end: decorator.nextSibling?.startIndex ?? decorator.endIndex,
				text: "",
			},
		],
	}));

const otherStatus: Operator = (root) =>
	nodesOf(root, "number", "integer")
		.filter((node) => /^[1-5]\d\d$/.test(node.text))
		.flatMap((node) =>
			["200", "202", "302", "500"]
				.filter((other) => other !== node.text)
				.slice(0, 3)
				.map((other) => ({
					what: `${other} in place of ${node.text} in ${shortText(node.parent?.parent ?? null)}`,
					about: [node.text],
					edits: [replaced(node, other)],
				})),
		);

/** Only where the name is an HTTP method of an app or a router: what stands before a path. */
const otherMethod: Operator = (root) =>
	nodesOf(root, ...CALLS).flatMap((call) => {
		const name = calledMember(call)?.name;
		const [first] = argumentsOf(call);
		if (!name || !HTTP.includes(name.text) || !first) return [];
		if (!/^["'`]\//.test(first.text)) return [];
		return HTTP.filter((method) => method !== name.text).map((method) => ({
			what: `${method} in place of ${name.text} for ${shortText(first)}`,
			about: [name.text],
			edits: [replaced(name, method)],
		}));
	});

/** Texts that others find a program by, a route's path above all; whether the prompt names one is asked later. */
const otherString: Operator = (root) =>
	nodesOf(root, "string_fragment", "string_content").flatMap((node) => {
		const { text } = node;
		const isPath = /^\.{0,2}\//.test(text);
		return (isPath ? [`${text}x`, `/x${text}`, "/"] : [`${text}x`])
			.filter((other) => other !== text)
			.map((other) => ({
				what: `${JSON.stringify(other)} in place of ${JSON.stringify(text)}`,
				about: [text],
				edits: [replaced(node, other)],
			}));
	});

export const http: Record<string, Operator> = {
	dropDecorator,
	otherStatus,
	otherMethod,
	otherString,
};
