import { afterAll, expect, test } from "bun:test";
import { createVerifier } from "@treeline/verify/worker";
import { validateCases } from "./cases.ts";
import type { ChallengeFile } from "./manifest.ts";

const verifier = createVerifier();
afterAll(() => verifier.close());

const file = (content: string) => [{ path: "app.js", content }];

test("a check that cannot be evaluated on a rejected answer does not catch it", async () => {
	const numbers = Array.from({ length: 200 }, (_, at) => at).join(", ");
	const challenge = {
		files: file("sum(1, 2);\n"),
		assertions: {
			perFile: {
				"app.js": [
					{
						type: "codePattern",
						description: "No number twice.",
						not: "sum(..., $a, ..., $b, ..., $c, ..., $d, ..., $d, ..., $c)",
					},
				],
			},
		},
	} as unknown as ChallengeFile;
	const faults = await validateCases(
		challenge,
		{
			accepted: [],
			rejected: [
				{
					name: "many",
					caughtBy: "perFile/app.js/0",
					files: file(`sum(${numbers});\n`),
				},
			],
		},
		verifier,
	);
	expect(faults).toEqual([
		{
			pointer: "#/rejected/0",
			code: "check_fault",
			detail:
				'the rejected answer "many" proves nothing: "No number twice.", which must catch it, cannot be evaluated on it: it is too costly: its pattern has too many ways to match these files; make it more specific',
		},
	]);
});
