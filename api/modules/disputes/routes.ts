/** Disputes: a learner sends an answer that checks refuse; the pack's owner and administrators read it and close it (contract, section 10). */
import { pathsFault } from "@treeline/packs/format";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isForeignKeyViolation } from "../../db/database-errors.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { IDEMPOTENCY_KEY } from "../../server/idempotency-key.ts";
import {
	type AuditLog,
	actionRequest,
	logAction,
} from "../../server/log-moderation-actions.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import { idempotencyId, noChallenge } from "../attempts/record-attempt.ts";
import {
	missing,
	NOT_OWNED,
	requireOwner,
} from "../author/ownership-and-slug-errors.ts";
import { readAuthored } from "../author/queries.ts";
import type { Challenge } from "../packs-and-challenges/api-schemas.ts";
import { findChallenge } from "../packs-and-challenges/queries.ts";
import {
	Dispute,
	DisputeDecision,
	ModeratedDispute,
	ModeratedDisputeQuery,
	NewDispute,
	PackDisputeParams,
} from "./api-schemas.ts";
import {
	addDispute,
	decideDispute,
	listDisputes,
	listOwnDisputes,
	listPackDisputes,
	MAX_A_DAY,
} from "./queries.ts";

/** @param writes counts what authors change */
export const disputes = (
	sql: Sql,
	sessions: SessionGuards,
	writes: UserLimit,
) =>
	routes("", "Disputes")
		.post(
			"/challenges/:id/disputes",
			async ({ params: { id }, body, request, status }) => {
				const { _id: learnerId } = sessions.user(request);
				const clientDisputeId = idempotencyId(
					request,
					learnerId,
					body.clientDisputeId,
				);
				const challenge = await findChallenge(sql, { id }, learnerId);
				if (!challenge) throw noChallenge(id);
				refuseForeignFiles(body, challenge);
				const added = await addDispute(sql, {
					challengeVersion: challenge.version,
					...body,
					learnerId,
					challengeId: id,
					clientDisputeId,
				}).catch((error) => {
					throw isForeignKeyViolation(error) ? noChallenge(id) : error;
				});
				if ("waitSeconds" in added) throw tooMany(added.waitSeconds);
				return status(201, { data: added.dispute });
			},
			{
				...validate({
					guards: [sessions.allows("attempt")],
					params: IdParams,
					body: NewDispute,
					errors: ["not_found", "rate_limited"],
				}),
				response: { 201: t.Object({ data: Dispute }) },
				detail: {
					operationId: "createDispute",
					parameters: [IDEMPOTENCY_KEY],
					summary: "Dispute a verdict",
					description: `Sends an answer that the learner holds to be right to the pack's owner and to administrators, ${MAX_A_DAY} in any 24 hours. The owner does not learn who sent it. With a \`clientDisputeId\` or the header \`Idempotency-Key\`, a repeat answers the first one and stores nothing.`,
				},
			},
		)
		.get(
			"/challenges/:id/disputes",
			async ({ params: { id }, query, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { _id: learnerId } = sessions.user(request);
				if (!(await findChallenge(sql, { id }, learnerId)))
					throw noChallenge(id);
				const page = pageOf(query);
				const { rows, total } = await listOwnDisputes(sql, learnerId, id, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: IdParams,
					query: PageQuery,
					errors: ["not_found"],
				}),
				response: {
					200: t.Object({ data: t.Array(Dispute), meta: ListMeta }),
				},
				detail: {
					operationId: "listOwnDisputes",
					summary: "List the user's disputes at a challenge, newest first",
					description:
						"With what the pack's owner or an administrator answered.",
				},
			},
		)
		.get(
			"/author/packs/:slug/disputes",
			async ({ params: { slug }, query, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const pack = await ownPack(sql, sessions, request, slug);
				const page = pageOf(query);
				const { rows, total } = await listPackDisputes(sql, pack._id, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({
					guards: [sessions.allows("author")],
					query: PageQuery,
					errors: NOT_OWNED,
				}),
				response: {
					200: t.Object({ data: t.Array(Dispute), meta: ListMeta }),
				},
				detail: {
					operationId: "listPackDisputes",
					summary: "List the disputes at the author's pack, newest first",
					description:
						"One of them, saved as a file, is what `npm run packs -- dispute` makes a case of.",
				},
			},
		)
		.patch(
			"/author/packs/:slug/disputes/:id",
			async ({ params: { slug, id }, body, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const pack = await ownPack(sql, sessions, request, slug);
				const reason = reasonOf(body);
				await writes.take(sessions.user(request)._id);
				const row = await decideDispute(sql, id, reason, {
					packId: pack._id,
				});
				if (!row) throw missing(`dispute "${id}" at the pack "${slug}"`);
				const { userId: _, ...dispute } = row;
				return { data: dispute };
			},
			{
				...validate({
					guards: [sessions.allows("author"), withinLimit(writes, sessions)],
					params: PackDisputeParams,
					body: DisputeDecision,
					errors: NOT_OWNED,
				}),
				response: { 200: t.Object({ data: Dispute }) },
				detail: {
					operationId: "decideDispute",
					summary: "Close a dispute at the author's pack, or open it again",
					description: "The learner reads the reason.",
				},
			},
		);

/** For moderators: the disputes at all packs, seeded ones too. */
export const disputesForModerators = (
	sql: Sql,
	{ tag, moderator, operation }: ModerationAccess,
	note: AuditLog,
) =>
	routes("/moderation", tag)
		.get(
			"/disputes",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, total } = await listDisputes(sql, { ...query, ...page });
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({ guards: [moderator], query: ModeratedDisputeQuery }),
				response: {
					200: t.Object({ data: t.Array(ModeratedDispute), meta: ListMeta }),
				},
				detail: {
					operationId: operation("listDisputes"),
					summary: "List disputes, newest first",
					description:
						"`pack` lists those at one pack's challenges, `status` those that are open or closed.",
				},
			},
		)
		.patch(
			"/disputes/:id",
			async ({ params: { id }, body, request }) => {
				const by = actionRequest(request, moderator);
				const row = await decideDispute(sql, id, reasonOf(body), {
					moderator: by,
				});
				if (!row)
					throw new ApiError(
						"not_found",
						`There is no dispute "${id}". The list of disputes has the existing ones.`,
					);
				const action =
					row.status === "closed" ? "dispute closed" : "dispute opened again";
				return logAction(note, by, action, row);
			},
			{
				...validate({
					guards: [moderator],
					params: IdParams,
					body: DisputeDecision,
					errors: ["not_found"],
				}),
				response: { 200: t.Object({ data: ModeratedDispute }) },
				detail: {
					operationId: operation("decideAnyDispute"),
					summary: "Close a dispute, or open it again",
					description: "The learner reads the reason.",
				},
			},
		);

/** The pack of this slug, when it is the signed-in user's. */
async function ownPack(
	sql: Sql,
	sessions: SessionGuards,
	request: Request,
	slug: string,
) {
	const { _id } = sessions.user(request);
	const pack = await readAuthored(sql, (reads) => reads.findPack({ slug }));
	return requireOwner(pack, _id, `pack "${slug}"`);
}

/** Why a dispute is closed; null = it is opened again. */
function reasonOf({ status, reason }: DisputeDecision): string | null {
	if (status === "open") return null;
	const text = reason?.trim();
	if (!text)
		refuse([
			{
				pointer: "#/reason",
				code: "missing",
				detail: "say why it is closed: the learner reads it",
			},
		]);
	return text ?? null;
}

/** Learners may add files of their own, but an answer has at least one that the challenge knows, and all could stand in a folder. */
function refuseForeignFiles(
	{ files }: NewDispute,
	{ files: starter, assertions: { perFile = {} } }: Challenge,
): void {
	const unsafe = pathsFault(files.map(({ path }) => path));
	if (unsafe)
		refuse([{ pointer: "#/files", code: "unsafe_path", detail: `${unsafe}` }]);
	const known = new Set([
		...starter.map(({ path }) => path),
		...Object.keys(perFile),
	]);
	if (known.size === 0 || files.some(({ path }) => known.has(path))) return;
	refuse([
		{
			pointer: "#/files",
			code: "unknown_file",
			detail: `none of these files is one of the challenge's; send the answer with ${[...known].join(", ")}`,
		},
	]);
}

const tooMany = (seconds: number) =>
	new ApiError(
		"rate_limited",
		`Too many disputes: at most ${MAX_A_DAY} are accepted in a day. Try again in ${Math.ceil(seconds / 3600)} h.`,
		[],
		{
			"retry-after": String(seconds),
			"ratelimit-policy": `"disputes";q=${MAX_A_DAY};w=86400`,
			ratelimit: `"disputes";r=0;t=${seconds}`,
		},
	);
