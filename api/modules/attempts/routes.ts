/** Recording and listing a learner's attempts (specification: "Backend routes"; contract, section 5). */
import type { Verifier } from "@treeline/verify/worker";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { Limits } from "../../server/create-rate-limits.ts";
import { IDEMPOTENCY_KEY } from "../../server/idempotency-key.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import { perUserQueue } from "../../server/per-user-queue.ts";
import { withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { signalOf } from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import { findChallenge } from "../packs-and-challenges/queries.ts";
import {
	Attempt,
	AttemptImport,
	AttemptWithFiles,
	ImportedAttempt,
	ListedAttempt,
	NewAttempt,
} from "./api-schemas.ts";
import { attemptImporter } from "./import-attempts.ts";
import { findAttempt, listAttempts } from "./queries.ts";
import {
	attemptRecorder,
	attemptStore,
	idempotencyId,
	noAttempt,
	noChallenge,
} from "./record-attempt.ts";

interface AttemptParts {
	sql: Sql;
	/** Verifies what learners send. */
	verifier: Verifier;
	limits: Pick<Limits, "user">;
	/** Bytes that the files of one account's attempts may take. */
	attemptFileBytes: number;
}

/** Records attempts, for the routes and for MCP: by whichever way they come, each account has one queue and one limit. */
export function attemptService({
	sql,
	verifier,
	limits,
	attemptFileBytes,
}: AttemptParts) {
	const inTurn = perUserQueue("attempts");
	const add = attemptStore(sql, attemptFileBytes);
	const ofAttempts = limits.user("attempts");
	const ofImports = limits.user("attempts-import");
	return {
		limits: { attempts: ofAttempts, imports: ofImports },
		record: attemptRecorder(sql, verifier, ofAttempts, inTurn, add),
		importAll: attemptImporter(sql, verifier, ofImports, inTurn, add),
	};
}

export const attempts = (
	sql: Sql,
	sessions: SessionGuards,
	{ limits, record, importAll }: ReturnType<typeof attemptService>,
) =>
	routes("", "Attempts")
		.post(
			"/attempts",
			async ({ body, request, status }) => {
				const { _id } = sessions.user(request);
				const id = idempotencyId(request, _id, body.clientAttemptId);
				const signal = signalOf(request);
				return status(201, { data: await record(_id, id, body, signal) });
			},
			{
				...validate({
					guards: [
						sessions.allows("attempt"),
						withinLimit(limits.attempts, sessions),
					],
					body: NewAttempt,
					errors: ["not_found", "overloaded"],
				}),
				response: { 201: t.Object({ data: Attempt }) },
				detail: {
					operationId: "createAttempt",
					parameters: [IDEMPOTENCY_KEY],
					summary: "Record an attempt",
					description:
						"With `files`, the service verifies them itself and stores its own verdict. With a `clientAttemptId` or the header `Idempotency-Key`, a repeat answers the first attempt and stores nothing. Without either, an attempt that was not answered in time, or whose client has left, is not stored.",
				},
			},
		)
		.post(
			"/attempts/import",
			async ({ body, request }) => {
				const { _id } = sessions.user(request);
				return { data: await importAll(_id, body.attempts, signalOf(request)) };
			},
			{
				...validate({
					guards: [
						sessions.allows("attempt"),
						withinLimit(limits.imports, sessions),
					],
					body: AttemptImport,
					errors: ["overloaded"],
				}),
				response: { 200: t.Object({ data: t.Array(ImportedAttempt) }) },
				detail: {
					operationId: "importAttempts",
					summary: "Record the attempts of an offline queue",
					description:
						"Each is stored exactly once, under its `clientAttemptId`, and answered in the order of the request: `attempt` is what is stored, `problem` why nothing is. After the code `request_timeout` send it again; `not_found` and `validation_failed` are final. What can be stored is stored in one transaction. The limit of the body holds: send a long queue, or one with files, in several requests.",
				},
			},
		)
		.get(
			"/attempts/:id",
			async ({ params: { id }, request }) => {
				const { _id } = sessions.user(request);
				const data = await findAttempt(sql, _id, id);
				if (!data) throw noAttempt(id);
				return { data };
			},
			{
				...validate({ guards: [sessions.allows("read")], params: IdParams }),
				response: { 200: t.Object({ data: AttemptWithFiles }) },
				detail: {
					operationId: "getAttempt",
					summary: "Get one of the user's attempts, with its files",
				},
			},
		)
		.get(
			"/challenges/:id/attempts",
			async ({ params: { id }, query, request }) => {
				const learner = sessions.user(request);
				if (!(await findChallenge(sql, { id }, learner._id)))
					throw noChallenge(id);
				const page = pageOf(query);
				const { rows, total } = await listAttempts(sql, learner._id, id, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: IdParams,
					query: PageQuery,
				}),
				response: {
					200: t.Object({
						data: t.Array(ListedAttempt),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "listAttempts",
					summary: "List the user's attempts at a challenge, newest first",
				},
			},
		);
