/** Progress of a class at an assigned pack: by learner and challenge, by check, and as a file for spreadsheets. */
import { Type } from "@sinclair/typebox";
import type { AssertionSet } from "@treeline/verify/shapes";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import {
	AssignmentParams,
	ChecksParams,
	ClassChecks,
	ClassProgress,
} from "./api-schemas.ts";
import { findAssignment } from "./assignment-queries.ts";
import {
	NOT_TAUGHT,
	noAssignment,
	ownClass,
	taughtClass,
} from "./class-access.ts";
import { progressCsv } from "./progress-csv.ts";
import {
	findCheckResults,
	findChecks,
	listPackChallenges,
	listResults,
} from "./progress-queries.ts";
import { listMembers } from "./queries.ts";

const Csv = Type.String({
	contentMediaType: "text/csv",
	description:
		"A line for each learner, with a header line, in UTF-8 with a byte order mark (RFC 4180).",
});

export const progressRoutes = (sql: Sql, sessions: SessionGuards) =>
	routes("", "Classes")
		.get(
			"/:id/assignments/:assignmentId/progress",
			async ({ params: { id, assignmentId }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { memberId } = await ownClass(sql, sessions, request, id);
				return { data: await progressOf(sql, id, assignmentId, memberId) };
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: AssignmentParams,
					errors: ["not_found"],
				}),
				response: { 200: Type.Object({ data: ClassProgress }) },
				detail: {
					operationId: "getClassProgress",
					summary: "Get the progress of a class at an assigned pack",
					description:
						"By learner and challenge, from the attempts that each learner made since joining. A learner gets what the teacher sees of them, and nothing of others.",
				},
			},
		)
		.get(
			"/:id/assignments/:assignmentId/progress.csv",
			async ({ params: { id, assignmentId }, request, set }) => {
				await taughtClass(sql, sessions, request, id);
				const progress = await progressOf(sql, id, assignmentId, null);
				const name = `progress-${progress.assignment.pack?.slug ?? assignmentId}.csv`;
				set.headers["cache-control"] = "no-store";
				set.headers["content-type"] = "text/csv; charset=utf-8; header=present";
				set.headers["content-disposition"] = `attachment; filename="${name}"`;
				return progressCsv(progress);
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: AssignmentParams,
					errors: NOT_TAUGHT,
					successHeaders: ["Content-Disposition"],
				}),
				response: { 200: Csv },
				detail: {
					operationId: "exportClassProgress",
					summary: "Export the progress of a class at an assigned pack",
					description:
						"For spreadsheets: cells that a spreadsheet would take for a formula begin with an apostrophe.",
				},
			},
		)
		.get(
			"/:id/assignments/:assignmentId/challenges/:challengeId/checks",
			async ({ params, request, set }) => {
				const { id, assignmentId, challengeId } = params;
				set.headers["cache-control"] = "no-store";
				const { memberId } = await ownClass(sql, sessions, request, id);
				const assignment = await findAssignment(sql, id, assignmentId);
				if (!assignment) throw noAssignment(assignmentId);
				const isShown = assignment.pack !== null && assignment.isOpen;
				const challenge = isShown
					? await findChecks(sql, assignment.packId, challengeId)
					: null;
				if (!challenge) throw noChallenge(challengeId);
				const checks = checksIn(challenge.assertions);
				const { results, ...counts } = await findCheckResults(
					sql,
					id,
					{ id: challengeId, version: challenge.version },
					checks.map(({ check }) => check),
					memberId,
				);
				const byCheck = new Map(results.map((each) => [each.check, each]));
				return {
					data: {
						...counts,
						checks: checks.map((each) => ({
							...each,
							passedCount: byCheck.get(each.check)?.passedCount ?? 0,
							failing: byCheck.get(each.check)?.failing ?? [],
						})),
					},
				};
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: ChecksParams,
					errors: ["not_found"],
				}),
				response: { 200: Type.Object({ data: ClassChecks }) },
				detail: {
					operationId: "getClassChecks",
					summary: "Get how a class is with each check of a challenge",
					description:
						"By the latest attempt of each learner who has not passed the challenge since joining. A learner gets what the teacher sees of them, and nothing of others.",
				},
			},
		);

/** The progress of a class; with `memberId`, of that learner alone. Nothing is shared before an assignment opens. */
async function progressOf(
	sql: Sql,
	classId: string,
	assignmentId: string,
	memberId: string | null,
): Promise<ClassProgress> {
	const found = await findAssignment(sql, classId, assignmentId);
	if (!found || (memberId !== null && !found.isOpen))
		throw noAssignment(assignmentId);
	const { packId, isOpen, ...assignment } = found;
	const [challenges, members] = await Promise.all([
		assignment.pack ? listPackChallenges(sql, packId) : [],
		listMembers(sql, classId, memberId),
	]);
	const ids = challenges.map(({ _id }) => _id);
	const rows = isOpen ? await listResults(sql, classId, ids, memberId) : [];
	const results = new Map(
		rows.map(({ memberId, challengeId, ...result }) => [
			`${memberId} ${challengeId}`,
			result,
		]),
	);
	return {
		assignment,
		challenges: [...challenges],
		learners: members.map((member) => ({
			...member,
			results: ids.map((id) => results.get(`${member._id} ${id}`) ?? null),
		})),
	};
}

/** The checks of a challenge, each with its place as cases name it. */
const checksIn = ({ perFile = {}, crossFile = [] }: AssertionSet) => [
	...Object.entries(perFile).flatMap(([path, checks]) =>
		checks.map(({ description }, index) => ({
			check: `perFile/${path}/${index}`,
			description,
		})),
	),
	...crossFile.map(({ description }, index) => ({
		check: `crossFile/${index}`,
		description,
	})),
];

const noChallenge = (id: string) =>
	new ApiError(
		"not_found",
		`The assigned pack has no challenge "${id}" that learners can open. The assignment's progress lists those that it has.`,
	);
