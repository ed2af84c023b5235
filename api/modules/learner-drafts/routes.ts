/** A learner's draft of each challenge, so that it follows them to another device (contract, section 10). */
import { pathsFault } from "@treeline/packs/format";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isForeignKeyViolation } from "../../db/database-errors.ts";
import { refuseStale } from "../../server/conditional-requests.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import {
	IF_MATCH,
	requestHeader,
	routes,
} from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import { noChallenge } from "../attempts/record-attempt.ts";
import { findChallenge } from "../packs-and-challenges/queries.ts";
import { Draft, NewDraft } from "./api-schemas.ts";
import { findDraft, MAX_BYTES, removeDraft, replaceDraft } from "./queries.ts";

/** Both kinds of change share one `limit`. */
export const drafts = (sql: Sql, sessions: SessionGuards, limit: UserLimit) => {
	/** Throws when the learner cannot open the challenge. */
	const nameOf = async (request: Request, challengeId: string) => {
		const { _id: learnerId } = sessions.user(request);
		if (!(await findChallenge(sql, { id: challengeId }, learnerId)))
			throw noChallenge(challengeId);
		return { learnerId, challengeId };
	};
	const writing = [sessions.allows("attempt"), withinLimit(limit, sessions)];
	return routes("/drafts", "Drafts")
		.get(
			"/:id",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await findDraft(sql, await nameOf(request, id)) };
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: IdParams,
					errors: ["not_found"],
				}),
				response: { 200: t.Object({ data: t.Union([Draft, t.Null()]) }) },
				detail: {
					operationId: "getDraft",
					summary: "Get the user's draft of a challenge",
					description:
						"Null when there is none. Its `revision` in quotes is its ETag, for the If-Match of a change.",
				},
			},
		)
		.put(
			"/:id",
			async ({ params: { id }, body, request, set }) => {
				const unsafe = pathsFault(body.files.map(({ path }) => path));
				if (unsafe)
					refuse([{ pointer: "#/files", code: "unsafe_path", detail: unsafe }]);
				const name = await nameOf(request, id);
				await limit.take(name.learnerId);
				const data = await replaceDraft(sql, name, body, (present) =>
					refuseUnseen(request, present),
				).catch((error) => {
					throw isForeignKeyViolation(error) ? noChallenge(id) : error;
				});
				if (!data) throw tooMuch();
				set.headers["cache-control"] = "no-store";
				set.headers.etag = etagOf(data);
				return { data };
			},
			{
				...validate({
					guards: writing,
					params: IdParams,
					body: NewDraft,
					errors: ["not_found", "draft_conflict"],
					successHeaders: ["ETag"],
				}),
				response: { 200: t.Object({ data: Draft }) },
				detail: {
					operationId: "replaceDraft",
					parameters: [IF_MATCH, IF_NONE],
					summary: "Store the user's draft of a challenge",
					description: `Replaces the current one. With If-Match, or \`If-None-Match: *\` for the first, nothing is overwritten that the client has not seen: the 409 has the present draft as \`draft\`. The drafts of an account take at most ${MAX_BYTES.toLocaleString("en")} bytes.`,
				},
			},
		)
		.delete(
			"/:id",
			async ({ params: { id }, request, status }) => {
				const name = await nameOf(request, id);
				await limit.take(name.learnerId);
				await removeDraft(sql, name, (present) => {
					if (present) refuseUnseen(request, present);
				});
				return status(204, undefined);
			},
			{
				...validate({
					guards: writing,
					params: IdParams,
					errors: ["not_found", "draft_conflict"],
				}),
				response: { 204: t.Void() },
				detail: {
					operationId: "deleteDraft",
					parameters: [IF_MATCH],
					summary: "Delete the user's draft of a challenge",
					description: "Succeeds where there is none.",
				},
			},
		);
};

const IF_NONE = requestHeader(
	"If-None-Match",
	"`*`: the draft is stored only where there is none yet.",
);

const etagOf = ({ revision }: Draft) => `"${revision}"`;

/** Throws `draft_conflict`, with the present draft, when the client's conditions name another one, or none. */
function refuseUnseen(request: Request, present: Draft | null): void {
	const wantsNone = request.headers.get("if-none-match")?.trim() === "*";
	if (wantsNone ? present : !present && request.headers.has("if-match"))
		throw conflict(present);
	if (!present) return;
	try {
		refuseStale(request, etagOf(present));
	} catch (error) {
		throw error instanceof ApiError && error.code === "precondition_failed"
			? conflict(present)
			: error;
	}
}

const conflict = (draft: Draft | null) =>
	new ApiError(
		"draft_conflict",
		"The draft was changed on another device, and nothing was stored. Compare it with yours, then send the one to keep with the new ETag in If-Match.",
		[],
		{},
		{ draft },
	);

const tooMuch = () =>
	new ApiError("validation_failed", `#/files: ${TOO_LARGE}.`, [
		{ pointer: "#/files", code: "too_large", detail: TOO_LARGE },
	]);

const TOO_LARGE = `with this your drafts would take more than ${MAX_BYTES} bytes together; shorten it, or reset challenges that you do not need any more`;
