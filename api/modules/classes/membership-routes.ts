/** Joining a class by its link, and leaving it. */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../server/errors.ts";
import {
	type AddressLimit,
	type UserLimit,
	withinLimit,
} from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import {
	hashOf,
	type SessionGuards,
} from "../../server/session-authentication.ts";
import { ClassSummary, Invitation, InvitationParams } from "./api-schemas.ts";
import { ownClass, summaryOf } from "./class-access.ts";
import {
	findInvitation,
	joinClass,
	MAX_JOINED,
	removeMember,
} from "./queries.ts";

/** @param mostMembers of one class */
export const membershipRoutes = (
	sql: Sql,
	sessions: SessionGuards,
	{ changes, invitations }: { changes: UserLimit; invitations: AddressLimit },
	mostMembers: number,
) => {
	const changing = [sessions.required, withinLimit(changes, sessions)];
	return routes("", "Classes")
		.get(
			"/invitations/:token",
			async ({ params: { token }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const userId = sessions.of(request)?._id ?? null;
				const data = await findInvitation(sql, hashOf(token), userId);
				if (!data) throw closedLink();
				return { data };
			},
			{
				...validate({
					guards: [invitations.each, sessions.optional],
					params: InvitationParams,
					errors: ["not_found"],
				}),
				response: { 200: Type.Object({ data: Invitation }) },
				detail: {
					operationId: "getInvitation",
					summary: "Get what a join link leads to",
					description:
						"Without a session, too, so that learners know of the class before they sign in.",
				},
			},
		)
		.post(
			"/invitations/:token",
			async ({ params: { token }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.user(request);
				await changes.take(_id);
				const joined = await joinClass(sql, hashOf(token), _id, mostMembers);
				if (joined === "closed") throw closedLink();
				if (typeof joined === "string") throw NOT_JOINED[joined](mostMembers);
				return { data: summaryOf(joined) };
			},
			{
				...validate({
					guards: changing,
					params: InvitationParams,
					errors: ["not_found", "invalid_transition"],
				}),
				response: { 200: Type.Object({ data: ClassSummary }) },
				detail: {
					operationId: "joinClass",
					summary: "Join the class of a join link",
					description:
						"From now on its teacher sees the learner's shown name, and for each challenge and check of the packs that are assigned and open: the state, the number and the times of attempts since joining. No code, and nothing else. A repeat changes nothing.",
				},
			},
		)
		.delete(
			"/:id/membership",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { memberId } = await ownClass(sql, sessions, request, id);
				if (memberId === null) throw NOT_JOINED.own();
				await changes.take(sessions.user(request)._id);
				await removeMember(sql, id, memberId);
				set.status = 204;
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					errors: ["not_found", "invalid_transition"],
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "leaveClass",
					summary: "Leave a class",
					description: "Its teacher sees nothing of the learner any more.",
				},
			},
		);
};

const closedLink = () =>
	new ApiError(
		"not_found",
		"This join link does not work: it was closed or replaced. Ask your teacher for a new one.",
	);

/** Why a learner did not join. */
const NOT_JOINED = {
	own: () =>
		new ApiError(
			"invalid_transition",
			"This is your own class: its teacher can neither join nor leave it. DELETE /api/v1/classes/{id} deletes it.",
		),
	full: (most: number) =>
		new ApiError(
			"invalid_transition",
			`The class is full: it has ${most} members, as many as a class may (CLASS_MAX_MEMBERS). Ask your teacher.`,
		),
	"too many": () =>
		new ApiError(
			"invalid_transition",
			`You have joined ${MAX_JOINED} classes, as many as an account may. Leave one first.`,
		),
};
