/** Where code that a file lacks belongs: the nearest place that a message can point to. */
import { type CodeNode, functionAround, isDocument } from "../model/node.ts";
import { editDistance } from "./names.ts";

/** A range of a file's text; offsets are UTF-16 units. */
interface Place {
	start: number;
	end: number;
}

/**
 * The place in a file that comes closest to where a pattern should stand: the imports for an import, the declared name for an export, a
 * declaration with a similar name, the function that the code belongs to, else the last statement before it. The first line of that node.
 */
export function placeFor(
	patterns: readonly CodeNode[],
	{ root, text }: { root: CodeNode; text: string },
): Place {
	const [pattern] = patterns.filter(({ kind }) => kind !== "ellipsis");
	if (isDocument(root.source.family)) {
		const place = inDocument(pattern, root);
		return place ? headOf(place, text) : { start: 0, end: 0 };
	}
	const node = pattern && nodeFor(pattern, root);
	const remark = pattern && remarkFor(pattern, root, text);
	if (remark) return remark;
	if (!node) return { start: 0, end: 0 };
	return node === lastBefore(root)
		? (remarkAfter(node, text) ?? headOf(node, text))
		: headOf(node, text);
}

/** Where something belongs in a document: of HTML in the head or the body, else behind what is there. */
function inDocument(pattern: CodeNode | undefined, root: CodeNode) {
	const isOfHead = /^(base|link|meta|title)$/.test(String(pattern?.value));
	const part = root.source.nodes.find(
		({ kind, value }) =>
			kind === "element" && value === (isOfHead ? "head" : "body"),
	);
	return part ?? root.list.statements.at(-1);
}

/** The pattern that says what is to be written, of alternatives the usual one. */
function usualOf(pattern: CodeNode): CodeNode {
	const { kind, part, list } = pattern;
	const inner =
		kind === "any"
			? list.alternatives[0]
			: kind === "guarded"
				? part.pattern
				: kind === "sequence"
					? list.statements[0]
					: kind === "export"
						? part.value
						: undefined;
	return inner ? usualOf(inner) : pattern;
}

/** The comment at the top level that asks for what is missing; null when none does, or when something of its name is there. */
function remarkFor(
	pattern: CodeNode,
	root: CodeNode,
	text: string,
): Place | null {
	const wanted = usualOf(pattern);
	const isDeclared = wanted.kind === "declaration";
	const name = isDeclared ? String(wanted.value) : "";
	if (isDeclared && declared(name, root)) return null;
	const hasImports = root.list.statements.some(({ kind }) => kind === "import");
	if (wanted.kind === "import" && hasImports) return null;
	const words = new Set(wordsIn(wanted));
	const isClass = isDeclared && wanted.part.value?.kind === "class";
	if (isClass) words.add("describe");
	const remarks = remarksIn(text).map(({ place, said }) => {
		const own = wordsOf(said);
		const isNamed =
			isDeclared &&
			` ${own.join(" ")} `.includes(` ${wordsOf(name).join(" ")} `);
		const shared = [...words].filter((word) => own.includes(word)).length;
		return { place, score: shared + (isNamed ? 10 : 0) };
	});
	// A class comes before the functions that use it.
	const [best] = (isClass ? remarks : remarks.toReversed()).toSorted(
		(one, other) => other.score - one.score,
	);
	if (best && best.score > 0) return best.place;
	if (isClass || wanted.part.value?.kind === "function")
		return remarks[0]?.place ?? null;
	const last = remarks.at(-1)?.place;
	const end = lastBefore(root)?.end ?? 0;
	return wanted.kind === "call" && last && last.start >= end ? last : null;
}

/** The words of code or prose, without the `s` of a plural. */
const wordsOf = (text: string): string[] =>
	text
		.replace(/([a-z\d])(?=[A-Z])/g, "$1 ")
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.map((word) => word.replace(/s$/, ""))
		.filter((word) => word !== "");

/** The words of a pattern's names and texts, without those of the code in its functions and classes. */
const wordsIn = (pattern: CodeNode): string[] =>
	[
		...wordsOf(String(pattern.value ?? "").replace(/µ\S*/g, "")),
		...pattern.children
			.filter((child) => child !== pattern.part.body)
			.flatMap(wordsIn),
		...(pattern.kind === "import"
			? (pattern.facts.imported ?? []).flatMap(({ name }) => wordsOf(name))
			: []),
	].filter((word) => word.length > 2 && word !== "app");

/** The comments at the top level that no code follows on the next line, as one asks for code that is not there yet. */
function remarksIn(text: string): { place: Place; said: string }[] {
	const remarks: { place: Place; said: string }[] = [];
	let place: Place | null = null;
	let said = "";
	let start = 0;
	for (const line of `${text.slice(0, longestFile)}\n`.split("\n")) {
		if (/^(\/\/|#)/.test(line)) {
			place ??= { start, end: start + line.trimEnd().length };
			said += ` ${line}`;
		} else {
			if (place && line.trim() === "") remarks.push({ place, said });
			place = null;
			said = "";
		}
		start += line.length + 1;
	}
	return remarks;
}

/** How much of a file is searched for comments, in UTF-16 units. */
const longestFile = 20_000;

/** The comment right behind the last statement, which often says what belongs there. */
function remarkAfter(node: CodeNode, text: string): Place | null {
	const remark = /^[^\S\n]*;?[^\S\n]*\n\s*((?:\/\/|#)[^\n]*)/.exec(
		text.slice(node.end, node.end + farthest),
	);
	const line = remark?.[1]?.trimEnd();
	if (!remark || !line) return null;
	const start = node.end + remark[0].length - (remark[1]?.length ?? 0);
	return { start, end: start + line.length };
}

/** How far behind a statement a comment is looked for, in UTF-16 units. */
const farthest = 500;

/** The first line of a node, without its body. */
function headOf(node: CodeNode, text: string): Place {
	const { body } = (node.part.value ?? node).part;
	const stop = Math.min(node.end, body?.start ?? node.end);
	const lineEnd = text.indexOf("\n", node.start);
	const end = lineEnd < 0 ? stop : Math.min(stop, lineEnd);
	const code = text.slice(node.start, end).trimEnd();
	return { start: node.start, end: node.start + code.length };
}

function nodeFor(pattern: CodeNode, root: CodeNode): CodeNode | undefined {
	const { statements } = root.list;
	const imports = statements.filter(({ kind }) => kind === "import");
	switch (pattern.kind) {
		case "any":
			return pattern.list.alternatives[0]
				? nodeFor(pattern.list.alternatives[0], root)
				: statements.at(-1);
		case "guarded":
			return pattern.part.pattern
				? nodeFor(pattern.part.pattern, root)
				: statements.at(-1);
		case "sequence":
			return pattern.list.statements[0]
				? nodeFor(pattern.list.statements[0], root)
				: statements.at(-1);
		case "import":
			return imports.at(-1) ?? statements[0];
		case "export":
			return (
				declared(String(pattern.value), root) ??
				declared(String(pattern.part.value?.value), root) ??
				lastBefore(root)
			);
		case "declaration":
			return (
				declared(String(pattern.value), root) ??
				similar(pattern, root) ??
				lastBefore(root)
			);
	}
	return (hasFunction(pattern) ? null : insideOf(root)) ?? lastBefore(root);
}

const declarationsIn = ({ source }: CodeNode) =>
	source.nodes.filter(({ kind }) => kind === "declaration");

const declared = (name: string, root: CodeNode) =>
	declarationsIn(root).find(({ value }) => value === name);

/** Longer names are not compared. */
const longest = 64;

/** A declaration of the same kind whose name shares a good part with the wanted one. */
function similar({ value, part }: CodeNode, root: CodeNode) {
	const name = String(value ?? "");
	const kind = part.value?.kind;
	if (name.length > longest) return undefined;
	const [closest] = declarationsIn(root)
		.filter(
			(one) =>
				(!kind || one.part.value?.kind === kind) &&
				String(one.value ?? "").length <= longest,
		)
		.map((one) => ({ one, far: editDistance(name, String(one.value ?? "")) }))
		.filter(({ far }) => far <= name.length / 2)
		.sort((a, b) => a.far - b.far);
	return closest?.one;
}

/** Whether code brings its own function, as a route does: then it stands beside the other functions. */
export const hasFunction = (pattern: CodeNode): boolean =>
	pattern.kind === "function" || pattern.children.some(hasFunction);

/** The function that code of a file belongs to: the last one that is handed over or declared at the top, a component or handler. */
function insideOf({ source, list }: CodeNode): CodeNode | null {
	const tops = new Set(list.statements.flatMap((one) => [one, one.part.value]));
	const isTop = (node: CodeNode | null) => !!node && tops.has(node);
	return (
		source.nodes.findLast(
			({ kind, parent }) =>
				kind === "function" &&
				(isTop(parent) ||
					(parent?.kind === "call" && !functionAround(parent)) ||
					isTop(parent?.parent ?? null)),
		) ?? null
	);
}

/** The last statement of a file that is no export: new code stands behind it. */
const lastBefore = ({ list: { statements } }: CodeNode) =>
	statements.findLast(({ kind }) => kind !== "export") ?? statements.at(-1);
