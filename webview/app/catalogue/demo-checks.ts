/** Checks of the demo, run by the engine; loaded when a visitor first uses the demo. */
import type { AssertionSet } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { type Verdict, verdictOf } from "../challenge/verdict.ts";
import { DEMO_FILE, demoChecks } from "./demo-content.ts";

function assertions(): AssertionSet {
	const [takesParameter, usesParameter, isExported] = demoChecks().map(
		({ description }) => description,
	);
	return {
		perFile: {
			[DEMO_FILE]: [
				{
					type: "codePattern",
					description: takesParameter ?? "",
					pattern: "function greet($name) { ... }",
				},
				{
					type: "codePattern",
					description: usesParameter ?? "",
					pattern: "function greet($name) {\n  ...\n  return $text;\n}",
					where: { $text: { has: "$name" } },
				},
				{
					type: "exportDeclaration",
					description: isExported ?? "",
					name: "greet",
				},
			],
		},
	};
}

export interface DemoResult {
	verdict: Verdict;
	milliseconds: number;
}

/** Checks `code`. Rejects when the engine cannot be started. */
export async function checkDemo(
	verifier: Verifier,
	code: string,
): Promise<DemoResult> {
	const asserted = assertions();
	const check = await verifier.check(asserted, [
		{ path: DEMO_FILE, content: code },
	]);
	return {
		verdict: verdictOf(asserted, check),
		milliseconds: check.milliseconds,
	};
}
