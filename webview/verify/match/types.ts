/** The types that matching shares. */
import type { CodeNode } from "../model/node.ts";
import type { ValueKind } from "../shapes.ts";

/** What the metavariables of a pattern are bound to. */
export type Bindings = Readonly<Record<string, CodeNode>>;

/** Continues with the bindings of a match; returns whether the rest matches, too. On false the search backtracks. */
export type Next = (bindings: Bindings) => boolean;

/**
 * Continues with a match found in a region, and returns as `Next` does. `anchor` is the node in the region from which `at` is reached: `at`
 * itself, or the call or name that leads to the function around it.
 */
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
	is: ValueKind | null;
	regex: RegExp | null;
	count: { min: number; max: number } | null;
}

/** A known mistake of a check (`Mistake` in the assertion's shape). */
export interface CompiledMistake {
	condition: CompiledCondition;
	message: string;
	instead: string | null;
	/** The metavariable that is marked, without its `$`; null for the match. */
	at: string | null;
}
