/** Recording and listing a learner's attempts (specification: "Backend routes"; contract, section 5). */
import type { Verifier } from "@treeline/verify/worker";
import { t } from "elysia";
import { findChallenge, findJudged } from "../challenges/store.ts";
import type { Sql } from "../db.ts";
import { ApiError } from "../http/errors.ts";
import { IdParams, isUuid } from "../http/ids.ts";
import { takes } from "../http/input.ts";
import { ListMeta, PageQuery, pageOf } from "../http/paging.ts";
import { routes } from "../http/routes.ts";
import type { Sessions } from "../http/session-guard.ts";
import { type UserLimit, withinLimit } from "../http/user-limit.ts";
import { judge, momentOf, refuseUnsafe } from "./judge.ts";
import { Attempt, NewAttempt } from "./model.ts";
import { attemptIdOf } from "./repeat.ts";
import { addAttempt, findRepeat, listAttempts } from "./store.ts";
import { turns } from "./turns.ts";

export const attempts = (
	sql: Sql,
	verifier: Verifier,
	sessions: Sessions,
	limit: UserLimit,
) => {
	const inTurn = turns();

	/** The learner's attempt as it is stored: the first answer when it is a repeat. What costs most comes last. */
	async function record(learnerId: string, id: string | null, sent: Sent) {
		const repeat = id && (await findRepeat(sql, learnerId, id));
		if (repeat) return repeat;
		const { body, attemptedAt } = sent;
		const challenge = isUuid(body.challengeId)
			? await findJudged(sql, body.challengeId, learnerId)
			: null;
		if (!challenge) throw missing(body.challengeId);
		await limit.look(learnerId);
		const verdict = await judge(verifier, challenge.assertions, body);
		await limit.take(learnerId);
		return addAttempt(sql, learnerId, {
			challengeId: body.challengeId,
			challengeVersion: challenge.version,
			...verdict,
			hintsUsed: body.hintsUsed ?? 0,
			timeSeconds: body.timeSeconds ?? 0,
			gaveUp: body.gaveUp ?? false,
			attemptedAt,
			clientAttemptId: id,
		});
	}

	return routes("/api", "Attempts")
		.post(
			"/attempts",
			async ({ body, request, status }) => {
				const { _id } = sessions.learner(request);
				const id = attemptIdOf(request, _id, body.clientAttemptId);
				const attemptedAt = momentOf(body.attemptedAt);
				refuseUnsafe(body.files);
				const sent = { body, attemptedAt };
				const data = await inTurn(_id, () => record(_id, id, sent));
				return status(201, { data });
			},
			{
				...takes({
					guards: [sessions.required, withinLimit(limit, sessions)],
					body: NewAttempt,
					refuses: ["not_found", "overloaded"],
				}),
				response: { 201: t.Object({ data: Attempt }) },
				detail: {
					operationId: "createAttempt",
					summary: "Record an attempt",
					description:
						"With `files`, the service verifies them itself and stores its own verdict. With a `clientAttemptId` or the header `Idempotency-Key`, a repeat answers the first attempt and stores nothing.",
				},
			},
		)
		.get(
			"/challenges/:id/attempts",
			async ({ params: { id }, query, request }) => {
				const learner = sessions.learner(request);
				if (!(await findChallenge(sql, { id }, learner._id))) throw missing(id);
				const page = pageOf(query);
				const { rows, total } = await listAttempts(sql, learner._id, id, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...takes({
					guards: [sessions.required],
					params: IdParams,
					query: PageQuery,
				}),
				response: {
					200: t.Object({
						data: t.Array(Attempt),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "listAttempts",
					summary: "List one's attempts at a challenge, newest first",
				},
			},
		);
};

interface Sent {
	body: NewAttempt;
	/** As the store takes it. */
	attemptedAt: string | null;
}

const missing = (id: string) =>
	new ApiError(
		"not_found",
		`There is no challenge "${id}". The list of packs leads to those there are.`,
	);
