/** The types that matching shares. */
import type { CodeNode } from "../model/node.ts";

/** What the metavariables of a pattern are bound to. */
export type Bindings = Readonly<Record<string, CodeNode>>;

/** What goes on with the bindings of a match; its answer decides whether the search goes on. */
export type Next = (bindings: Bindings) => boolean;

/** What goes on with a match found in a region. `anchor` is the place that leads to it, `at` itself when it stands there. */
export type Found = (
	bindings: Bindings,
	at: CodeNode,
	anchor: CodeNode,
) => boolean;

/** A compiled condition of an author (`Condition` in the assertion's shape). */
export interface CompiledCondition {
	patterns: readonly CodeNode[] | null;
	any: readonly CompiledCondition[] | null;
	all: readonly CompiledCondition[];
	not: CompiledCondition | null;
	has: CompiledCondition | null;
	inside: CompiledCondition | null;
	where: readonly (readonly [name: string, condition: CompiledCondition])[];
	is: LiteralKind | null;
	regex: RegExp | null;
	count: { min: number; max: number } | null;
}

export type LiteralKind =
	| "function"
	| "string"
	| "number"
	| "object"
	| "array"
	| "call"
	| "class"
	| "parameter"
	| "literal"
	| "jsx";
