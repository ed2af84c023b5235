/**
 * How a right answer is made wrong: each operator breaks one thing where a learner would break it, and says which names that is about.
 * They change structure, not arithmetic: what only running can tell is for the behavioural suites.
 */
import { calls } from "./calls.ts";
import { flow } from "./flow.ts";
import { http } from "./http.ts";
import { markup } from "./markup.ts";
import { names } from "./names.ts";
import type { Operator } from "./operator.ts";

/** By the name that a survivor's reason is kept under. */
export const operators: Record<string, Operator> = {
	...names,
	...calls,
	...http,
	...markup,
	...flow,
};
