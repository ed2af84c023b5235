/** Nodes for what code gathers from lists, in whatever way it is written. */
import { type CodeNode, virtualNode } from "../model/node.ts";

/** What is gathered; `none` is that no element answers the questions. */
export type What =
	| "list"
	| "set"
	| "fold"
	| "some"
	| "none"
	| "first"
	| "dictionary"
	| "tally"
	| "groups"
	| "map dictionary"
	| "map tally"
	| "map groups"
	| "sorted"
	| "best"
	| "text"
	| "default";

/** From which lists, with which questions asked. */
export interface Gathered {
	loops: readonly CodeNode[];
	tests: readonly CodeNode[];
}

interface Given extends Partial<Gathered> {
	body?: CodeNode | undefined;
	key?: CodeNode | undefined;
	start?: CodeNode | undefined;
	otherwise?: CodeNode | undefined;
	/** Of a fold: its operator; of an order: whether it is turned round. */
	operator?: CodeNode | undefined;
	isUnique?: boolean | undefined;
	isOpen?: boolean | undefined;
}

export const gathered = (
	what: What,
	at: CodeNode,
	{
		loops = [],
		tests = [],
		body,
		key,
		start,
		otherwise,
		operator,
		isUnique,
		isOpen,
	}: Given,
): CodeNode =>
	virtualNode("gathered", at, {
		value: what,
		part: {
			body,
			key,
			start,
			default: otherwise,
			condition: operator,
		},
		list: { loops, children: tests },
		facts: {
			...(isUnique && { isUnique }),
			...(isOpen && { isOpen }),
		},
	});

export const word = (at: CodeNode, value: string): CodeNode =>
	virtualNode("constant", at, { value });
