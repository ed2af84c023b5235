/** Checks of the demo, run by the engine; loaded when a visitor first uses the demo. */
import type { AssertionSet } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { type Verdict, verdictOf } from "../challenge/verdict.ts";
import { DEMO_CHECKS, DEMO_FILE } from "./demo-content.ts";

const [takesParameter, usesParameter, isExported] = DEMO_CHECKS;

const ASSERTIONS: AssertionSet = {
	perFile: {
		[DEMO_FILE]: [
			{
				type: "codePattern",
				description: takesParameter.description,
				pattern: "function greet($name) { ... }",
			},
			{
				type: "codePattern",
				description: usesParameter.description,
				pattern: "function greet($name) {\n  ...\n  return $text;\n}",
				where: { $text: { has: "$name" } },
			},
			{
				type: "exportDeclaration",
				description: isExported.description,
				name: "greet",
			},
		],
	},
};

export interface DemoResult {
	verdict: Verdict;
	milliseconds: number;
}

/** Checks `code`. Rejects when the engine cannot be started. */
export async function checkDemo(
	verifier: Verifier,
	code: string,
): Promise<DemoResult> {
	const check = await verifier.check(ASSERTIONS, [
		{ path: DEMO_FILE, content: code },
	]);
	return {
		verdict: verdictOf(ASSERTIONS, check),
		milliseconds: check.milliseconds,
	};
}
