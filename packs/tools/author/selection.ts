/**
 * A pattern from a piece of the reference: names and values that the task leaves to the learner become metavariables, names of imports
 * and of the task stay, types that the task does not name go.
 */
import type { ChallengeFile } from "@treeline/packs/format";
import { namedIn } from "../mutants/derive.ts";
import {
	type Edit,
	edited,
	type Node,
	nodesOf,
	replaced,
	withTree,
} from "../mutants/tree.ts";
import { declaredNames } from "../rewrites/names.ts";
import {
	around,
	functionTypes,
	isPython,
	isSameNode,
	partsOf,
} from "../rewrites/rewrite.ts";
import { pageEdits, styleEdits } from "./document-edits.ts";
import {
	asPattern,
	functionAround,
	openedBy,
	wholeNodes,
} from "./selected-nodes.ts";
import { sortedCopies } from "./sorted-copies.ts";

/** Lines of one file of the reference, from 1, both included. */
export interface Selection {
	path: string;
	from: number;
	to: number;
}

/** `app.js:5-8` or `app.js:5`; null for anything else. */
export function readSelection(text: string): Selection | null {
	const [, path, from, to = from] = /^(.+?):(\d+)(?:-(\d+))?$/.exec(text) ?? [];
	return path ? { path, from: Number(from), to: Number(to) } : null;
}

/** The pattern for a selection of a challenge's reference. Throws when nothing is selected that could be one. */
export async function patternFor(
	{ files, prompt, scaffold = [], assertions }: ChallengeFile,
	{ path, from, to }: Selection,
): Promise<string> {
	const file = files.find((one) => one.path === path);
	if (!file)
		throw new Error(
			`The reference has no file "${path}"; name one of ${files.map((one) => one.path).join(", ")}.`,
		);
	const isNamed = namedIn(prompt);
	const starter = new Set(
		scaffold.flatMap(({ content }) => content.split(/[^\w$]+/)),
	);
	const isGiven = (name: string) => isNamed(name) || starter.has(name);
	const isLiteral = namesLiteral(prompt);
	const shared = assertions.definitions?.imports ?? "";
	const pattern = await withTree(path, file.content, (root) => {
		const opened = openedBy(root, from - 1, to - 1);
		const chosen = opened ? [opened.node] : wholeNodes(root, from - 1, to - 1);
		const [first] = chosen;
		const last = chosen.at(-1);
		if (!first || !last) return "";
		const inside = chosen.flatMap((node) =>
			editsIn(root, node, { isLiteral, isNamed, isGiven }),
		);
		const edits = [
			...(opened?.edits ?? []),
			...sortedCopies(root, chosen),
			...unusedEdits(chosen, inside),
			...inside,
		];
		const start = first.startIndex;
		const moved = edits
			.filter(
				(edit, index) =>
					!edits.some(
						(one, at) => at !== index && holds(one, edit, at < index),
					),
			)
			.map((edit) => ({
				...edit,
				start: edit.start - start,
				end: edit.end - start,
			}));
		const text = edited(file.content.slice(start, last.endIndex), moved);
		const step = " ".repeat(first.startPosition.column);
		const lines = text
			.split("\n")
			.map((line) => (line.startsWith(step) ? line.slice(step.length) : line))
			.filter((line) => line.trim() !== "");
		const code = asPattern(chosen, lines.join("\n").replace(/;$/, ""));
		if (code === null) return "";
		const imports = importsFor(root, chosen, code).filter(
			(one) => !shared.includes(one),
		);
		const owner = functionAround(first);
		// The same code elsewhere in the file does not count.
		const whole =
			owner !== null && isNamed(owner)
				? within(owner, code, isPython(root))
				: code;
		return [...imports, whole].join("\n");
	});
	if (!pattern)
		throw new Error(
			`Lines ${from} to ${to} of "${path}" hold no code that stands by itself; name the lines of one statement or of several.`,
		);
	return pattern;
}

/** The pattern of a function with `code` in its body. */
function within(name: string, code: string, inPython: boolean): string {
	const body = (step: string) => code.replace(/^/gm, step);
	return inPython
		? `def ${name}(...):\n${body("    ")}`
		: `function ${name}(...) {\n${body("  ")}\n}`;
}

/** Whether an edit lies in another one; of two equal ones the first counts. */
const holds = (outer: Edit, inner: Edit, isFirst: boolean) =>
	outer.start <= inner.start &&
	outer.end >= inner.end &&
	outer.end > outer.start &&
	// What is put in at the edge of a change stays.
	(inner.end > inner.start ||
		(outer.start < inner.start && outer.end > inner.end)) &&
	(outer.end - outer.start > inner.end - inner.start || isFirst);

/** Whether the sentences of a task name a literal; its examples only show one. */
function namesLiteral(prompt: string): (value: string) => boolean {
	const sentences = prompt.replace(/```[\s\S]*?```/g, "");
	const code = [...sentences.matchAll(/`([^`\n]+)`/g)].flatMap(([, one = ""]) =>
		[one, ...one.split(/[\s(),]+/)].map((text) =>
			text.replace(/^["']|["']$/g, ""),
		),
	);
	const numbers = new Set(sentences.match(/\d+(?:\.\d+)?/g) ?? []);
	return (value) => code.includes(value) || numbers.has(value);
}

export interface Names {
	isLiteral(value: string): boolean;
	isNamed(name: string): boolean;
	isGiven(name: string): boolean;
}

/** What becomes of the parts of a selected node. */
function editsIn(root: Node, node: Node, names: Names): Edit[] {
	return [
		...nameEdits(root, node, names),
		...literalEdits(node, names),
		...emptyEdits(root, node),
		...typeEdits(root, node, names),
		...parameterEdits(node),
		...pageEdits(root, node, names),
		...styleEdits(node, names),
		...nodesOf(node, "comment").map((one) => replaced(one, "")),
	];
}

function nameEdits(
	root: Node,
	node: Node,
	{ isNamed, isGiven }: Names,
): Edit[] {
	const declared = declaredNames(root);
	const parameters = new Set(
		nodesOf(root, "parameters", "lambda_parameters")
			.flatMap((list) => partsOf(list))
			.flatMap(
				(one) =>
					(one.type === "identifier" ? one : nodesOf(one, "identifier")[0])
						?.text ?? [],
			),
	);
	const isFree = (name: string) => {
		if (parameters.has(name)) return !isNamed(name);
		const places = declared.get(name);
		if (!places) return false;
		const isInner = places.every((place) => {
			const owner = around(place, functionTypes);
			return owner && !isSameNode(owner.childForFieldName("name"), place);
		});
		return isInner || !isGiven(name);
	};
	const numbered = numbering(declared);
	return nodesOf(
		node,
		"identifier",
		"shorthand_property_identifier",
		"shorthand_property_identifier_pattern",
	).flatMap((one) => {
		const { parent, text } = one;
		const isMember =
			(parent?.type === "attribute" &&
				isSameNode(parent.childForFieldName("attribute"), one)) ||
			(parent?.type === "keyword_argument" &&
				isSameNode(parent.childForFieldName("name"), one));
		const isTag = /^jsx_/.test(parent?.type ?? "") && /^[a-z]/.test(text);
		if (
			isMember ||
			!isFree(text) ||
			(isTag && parent?.type !== "jsx_expression")
		)
			return [];
		const free = `$${numbered(one)}`;
		return [
			replaced(one, one.type === "identifier" ? free : `${text}: ${free}`),
		];
	});
}

/** Names for the variables of a selection: one that two functions declare is two variables, `item` and `item2`. */
function numbering(declared: ReadonlyMap<string, Node[]>) {
	const owners = new Map<string, (number | undefined)[]>();
	return (use: Node): string => {
		const own = (declared.get(use.text) ?? []).map((place) =>
			around(place, functionTypes),
		);
		let owner = around(use, functionTypes);
		while (owner && !own.some((one) => isSameNode(one, owner as Node)))
			owner = around(owner, functionTypes);
		const known = owners.get(use.text) ?? [];
		if (!known.includes(owner?.id)) known.push(owner?.id);
		owners.set(use.text, known);
		const index = known.indexOf(owner?.id);
		return index === 0 ? use.text : `${use.text}${index + 1}`;
	};
}

/** Whether a literal is part of a question, which is another one without it. */
const isCompared = ({ parent }: Node) =>
	parent?.type === "comparison_operator" ||
	/^[!=<>]/.test(parent?.childForFieldName("operator")?.text ?? "");

function isFreeLiteral(one: Node, { isLiteral }: Names): boolean {
	const { parent, text } = one;
	if (!/^(string|number|integer|float|template_string)$/.test(one.type))
		return false;
	if (!parent || isCompared(one) || around(one, /^import/)) return false;
	if (isSameNode(parent.childForFieldName("key"), one)) return false;
	return !isLiteral(text.replace(/^[a-zA-Z]*["'`]+|["'`]+$/g, ""));
}

function literalEdits(node: Node, names: Names): Edit[] {
	const { isLiteral } = names;
	return [
		// Of a call with nothing but free literals no argument is asked for.
		...nodesOf(node, "arguments", "argument_list")
			.filter(
				(one) =>
					partsOf(one).length > 0 &&
					partsOf(one).every((part) => isFreeLiteral(part, names)),
			)
			.map((one) => replaced(one, "(...)")),
		...nodesOf(node, "string", "number", "integer", "float", "template_string")
			.filter((one) => isFreeLiteral(one, names))
			.map((one) => {
				const { parent } = one;
				// A docstring is the author's own.
				if (parent?.type === "expression_statement")
					return replaced(parent, "");
				return replaced(one, parent?.type === "jsx_attribute" ? "{$_}" : "$_");
			}),
		...nodesOf(node, "jsx_text")
			.filter(({ text }) => text.trim() !== "" && !isLiteral(text.trim()))
			.map((one) => replaced(one, "")),
	];
}

/** What asks for nothing, or for a way of writing: a lone `return` or `continue`, a declared type. */
const emptyEdits = (root: Node, node: Node): Edit[] => [
	...nodesOf(node, "return_statement", "continue_statement", "break_statement")
		.filter((one) => partsOf(one).length === 0)
		.map((one) =>
			replaced(
				one,
				isPython(root)
					? "..."
					: one.parent?.type === "statement_block"
						? ""
						: "{ ... }",
			),
		),
	...nodesOf(node, "type_alias_declaration", "interface_declaration").map(
		(one) => replaced(one, ""),
	),
];

/** A variable that the selection does not use asks for a way of writing: its value may be used at once. */
function unusedEdits(chosen: Node[], renamings: Edit[]): Edit[] {
	return chosen.flatMap((one) => {
		const holder =
			one.type === "lexical_declaration" && partsOf(one).length === 1
				? one.firstNamedChild
				: one.type === "expression_statement" &&
						one.firstNamedChild?.type === "assignment"
					? one.firstNamedChild
					: null;
		const name =
			holder?.childForFieldName("name") ?? holder?.childForFieldName("left");
		const value =
			holder?.childForFieldName("value") ?? holder?.childForFieldName("right");
		const isFree = renamings.some(({ start }) => start === name?.startIndex);
		if (name?.type !== "identifier" || !value || !isFree) return [];
		const uses = chosen.flatMap((each) =>
			nodesOf(each, "identifier", "shorthand_property_identifier").filter(
				({ text }) => text === name.text,
			),
		);
		return uses.length === 1
			? [{ start: one.startIndex, end: value.startIndex, text: "" }]
			: [];
	});
}

/** In Python types are asked for when the task names them; in TypeScript only behaviour counts. */
function typeEdits(root: Node, node: Node, { isNamed }: Names): Edit[] {
	if (!isPython(root))
		return nodesOf(node, "type_annotation", "type_arguments").map((one) =>
			replaced(one, ""),
		);
	return nodesOf(node, "function_definition").flatMap((one) => {
		const type = one.childForFieldName("return_type");
		const list = one.childForFieldName("parameters");
		if (!type || !list) return [];
		const isAsked = nodesOf(type, "identifier").every(({ text }) =>
			isNamed(text),
		);
		return isAsked
			? []
			: [{ start: list.endIndex, end: type.endIndex, text: "" }];
	});
}

/** A function may take more than the reference's does. */
const parameterEdits = (node: Node): Edit[] =>
	nodesOf(
		node,
		"arrow_function",
		"function_expression",
		"function_declaration",
	).flatMap((one): Edit[] => {
		const list = one.childForFieldName("parameters");
		const single = one.childForFieldName("parameter");
		if (single)
			return [
				{ start: single.startIndex, end: single.startIndex, text: "(" },
				{ start: single.endIndex, end: single.endIndex, text: ", ...)" },
			];
		if (!list) return [];
		const end = list.endIndex - 1;
		const more = partsOf(list).length > 0 ? ", ..." : "...";
		return [{ start: end, end, text: more }];
	});

/** The imports that say what names in the pattern `code` of the selection mean. */
function importsFor(root: Node, chosen: Node[], code: string): string[] {
	const words = new Set(code.split(/[^\w$]+/));
	const used = new Set(
		chosen.flatMap((node) =>
			nodesOf(node, "identifier")
				.map(({ text }) => text)
				.filter((name) => words.has(name)),
		),
	);
	return partsOf(root)
		.filter(({ type }) => /^import_(from_)?statement$/.test(type))
		.filter((one) => !chosen.some((node) => isSameNode(node, one)))
		.filter((one) =>
			nodesOf(one, "identifier").some(({ text }) => used.has(text)),
		)
		.map(({ text }) => text.replace(/\btype \w+,? ?/g, ""));
}
