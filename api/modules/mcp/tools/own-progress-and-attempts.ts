/** MCP tools for a learner's own progress and attempts: only learners' tokens see them. */
import { Type } from "@sinclair/typebox";
import { FileEntry } from "@treeline/verify/shapes";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { Uuid } from "../../../server/read-and-validate-request.ts";
import { accountActivity } from "../../account/activity-export-and-deletion-queries.ts";
import { AccountActivity } from "../../account/api-schemas.ts";
import { ListedAttempt } from "../../attempts/api-schemas.ts";
import { countHintsShown } from "../../attempts/hints-shown-by-mcp-queries.ts";
import { listAttempts } from "../../attempts/queries.ts";
import type { RecordAttempt } from "../../attempts/record-attempt.ts";
import { rowOf, tool } from "../protocol-methods-and-tool-declaration.ts";
import { type Call, pageInput, total } from "../tool-resource-prompt-types.ts";
import type { Catalogue } from "./pack-catalogue-and-tools.ts";

const named = {
	pack: Type.String({ description: "The pack's slug" }),
	challenge: Type.String({ description: "The challenge's slug" }),
};

const AttemptRow = Type.Pick(ListedAttempt, [
	"_id",
	"passed",
	"verified",
	"hintsUsed",
	"timeSeconds",
	"gaveUp",
	"attemptedAt",
]);

const Progress = Type.Pick(AccountActivity, ["packs", "recent"]);

const count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** Of the keys, none sees a tool that is about an account. */
const isVisible = () => false;

const learnerOf = ({ learner }: Call): string => {
	if (!learner) throw new Error("a tool for learners was called without one");
	return learner._id;
};

export const learnerTools = (
	sql: Sql,
	catalogue: Catalogue,
	record: RecordAttempt,
) => [
	tool({
		name: "progress_get",
		isVisible,
		scope: "read",
		title: "Read the learner's progress",
		description:
			"Reads what the learner has done so far: the packs they have begun with the challenges that they passed, and their latest attempts. Use it to choose what to practise next; pack_get says how far they are with each challenge of a pack.",
		input: {},
		output: Progress,
		run: async (_, call) =>
			rowOf(Progress, await accountActivity(sql, learnerOf(call), 0)),
	}),
	tool({
		name: "attempts_list",
		isVisible,
		scope: "read",
		title: "List the learner's attempts",
		description:
			"Lists the learner's attempts at one challenge, the newest first.",
		input: { ...named, ...pageInput },
		output: Type.Object({ attempts: Type.Array(AttemptRow), total }),
		async run({ limit = 50, offset = 0, ...named }, call) {
			const { _id } = await catalogue.challenge(named, call);
			const { rows, total } = await listAttempts(sql, learnerOf(call), _id, {
				limit,
				offset,
			});
			return { attempts: rows.map((row) => rowOf(AttemptRow, row)), total };
		},
	}),
	tool({
		name: "attempt_record",
		isVisible,
		scope: "attempt",
		title: "Record an attempt",
		description:
			"Verifies files and records the result as the learner's attempt at a challenge, which counts for their progress. Call it when the learner wants it to count; solution_verify checks without recording, and says what is missed.",
		effect: "adds",
		input: {
			...named,
			files: Type.Array(FileEntry, {
				minItems: 1,
				maxItems: 50,
				description:
					"All files of the learner's solution, as the learner wrote them",
			}),
			hintsUsed: Type.Optional({
				...count,
				description:
					"How many hints of the challenge they were given; those of challenge_hint are counted anyway",
			}),
			timeSeconds: Type.Optional(count),
			gaveUp: Type.Optional(
				Type.Boolean({ description: "Records that the learner gave up" }),
			),
			attemptId: Type.Optional({
				...Uuid,
				description:
					"A UUID of your making: the same one sent again records nothing, and answers the first attempt",
			}),
		},
		output: Type.Object({
			attempt: AttemptRow,
			passedChecks: Type.Integer(),
			totalChecks: Type.Integer(),
		}),
		async run({ pack, challenge, attemptId, ...sent }, call) {
			const { _id } = await catalogue.challenge({ pack, challenge }, call);
			const learnerId = learnerOf(call);
			const hintsShown = await countHintsShown(sql, learnerId, _id);
			const attempt = await record(
				learnerId,
				attemptId?.toLowerCase() ?? null,
				{
					...sent,
					challengeId: _id,
					hintsUsed: Math.max(sent.hintsUsed ?? 0, hintsShown),
					// The service's own verdict is what is stored.
					passed: false,
				},
				call.signal,
			);
			const { passedAssertions = 0, totalAssertions = 0 } =
				attempt.assertionResults ?? {};
			return {
				attempt: rowOf(AttemptRow, attempt),
				passedChecks: passedAssertions,
				totalChecks: totalAssertions,
			};
		},
	}),
];
