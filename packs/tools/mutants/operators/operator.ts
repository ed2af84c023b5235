/** What an operator is: from a tree to the changes that make its code wrong in one way. */
import type { Edit, Node } from "../tree.ts";

/** One change: in words what it does, and the names that it is about. */
export interface Change {
	what: string;
	about: string[];
	edits: Edit[];
}

export type Operator = (root: Node) => Change[];
