/** The MCP tool that verifies a learner's solution, by parsing only. */
import { Type } from "@sinclair/typebox";
import { pathsFault } from "@treeline/packs/format";
import {
	type AssertionResult,
	FileEntry,
	type VerificationResult,
} from "@treeline/verify/shapes";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import { ApiError } from "../../../server/errors.ts";
import { perUserQueue } from "../../../server/per-user-queue.ts";
import { tool } from "../protocol-methods-and-tool-declaration.ts";
import type { Catalogue } from "./pack-catalogue-and-tools.ts";

const nullable = (type: ReturnType<typeof Type.String>) =>
	Type.Union([type, Type.Null()]);

const Missed = Type.Object({
	file: nullable(
		Type.String({ description: "null = any file may satisfy it" }),
	),
	description: Type.String({ description: "What is asked for" }),
	message: Type.String({ description: "What was found" }),
	hint: nullable(Type.String()),
	line: Type.Union([Type.Integer(), Type.Null()]),
});

const SyntaxMistake = Type.Object({
	file: Type.String(),
	line: Type.Integer(),
	column: Type.Integer(),
	message: Type.String(),
});

export const solutionTools = (catalogue: Catalogue, verifier: Verifier) => {
	// One account has one verification at a time.
	const inTurn = perUserQueue("solutions");
	return [
		tool({
			name: "solution_verify",
			scope: "read",
			title: "Verify a solution",
			description:
				"Checks files against a challenge's checks by parsing them; nothing is executed and nothing is recorded. Use it after each change of the learner's, and explain what is missed without giving the solution away.",
			input: {
				pack: Type.String({ description: "The pack's slug" }),
				challenge: Type.String({ description: "The challenge's slug" }),
				files: Type.Array(FileEntry, {
					minItems: 1,
					maxItems: 50,
					description: "All files of the solution, changed or not",
				}),
			},
			output: Type.Object({
				passed: Type.Boolean({
					description:
						"Every check passes, and no checked file has syntax errors",
				}),
				passedChecks: Type.Integer(),
				totalChecks: Type.Integer(),
				missed: Type.Array(Missed, {
					description:
						"Empty while there are syntax errors: they have to be fixed first",
				}),
				syntaxErrors: Type.Array(SyntaxMistake),
			}),
			async run({ files, ...named }, call) {
				const unsafe = pathsFault(files.map(({ path }) => path));
				if (unsafe)
					throw new ApiError("validation_failed", `#/files: ${unsafe}.`);
				const { assertions } = await catalogue.challenge(named, call);
				const verify = () => verifier.check(assertions, files);
				const check = await (call.learner
					? inTurn(call.learner._id, verify, call.signal)
					: verify());
				const { passed, faults } = decideVerdict(assertions, check);
				return {
					passed,
					passedChecks: check.result.passedAssertions,
					totalChecks: check.result.totalAssertions,
					missed: faults.length > 0 ? [] : missedOf(check.result),
					syntaxErrors: faults.map((fault) => ({
						file: fault.file,
						line: fault.startLine,
						column: fault.startColumn,
						message: fault.message,
					})),
				};
			},
		}),
	];
};

function missedOf({ fileResults, crossFileResults }: VerificationResult) {
	return [
		...fileResults.flatMap(({ file, results }) =>
			results.map((one) => ({ file, one })),
		),
		...crossFileResults.map((one) => ({ file: null, one })),
	]
		.filter(({ one }) => !one.passed)
		.map(({ file, one }) => toMissed(file, one));
}

const toMissed = (
	file: string | null,
	{ assertion, message, location }: AssertionResult,
) => ({
	// What is wrong may stand in another file than the check's own.
	file: file && (location?.file ?? file),
	description: assertion.description,
	message,
	hint: assertion.hint ?? null,
	line: location?.line ?? null,
});
