/** Classes: made, read, renamed and deleted; their join links and members. */
import { Type } from "@sinclair/typebox";
import type { ClassQuotas } from "../../config.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { Limits } from "../../server/create-rate-limits.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import {
	hashOf,
	newSecret,
	type SessionGuards,
} from "../../server/session-authentication.ts";
import {
	ClassName,
	ClassSummary,
	CreatedClass,
	JoinedClass,
	JoinLink,
	MemberParams,
	OwnAssignment,
	TaughtClass,
} from "./api-schemas.ts";
import {
	listAssignments,
	listLearnerAssignments,
	listOwnAssignments,
	MAX_OWN_ASSIGNMENTS,
} from "./assignment-queries.ts";
import { assignmentRoutes } from "./assignment-routes.ts";
import {
	NOT_TAUGHT,
	ownClass,
	summaryOf,
	taughtClass,
} from "./class-access.ts";
import { membershipRoutes } from "./membership-routes.ts";
import { progressRoutes } from "./progress-routes.ts";
import {
	addClass,
	listClasses,
	listMembers,
	type OwnClass,
	removeClass,
	removeMember,
	renameClass,
	setJoinToken,
} from "./queries.ts";

/** Changes have a limit of each user's; reads of invitations count as those of packs. */
export const classes = (
	sql: Sql,
	sessions: SessionGuards,
	limits: Pick<Limits, "user" | "packs">,
	quotas: ClassQuotas,
) => {
	const changes = limits.user("classes");
	const { packs: invitations } = limits;
	return routes("/classes", "Classes")
		.use(classRoutes(sql, sessions, changes, quotas))
		.use(
			membershipRoutes(sql, sessions, { changes, invitations }, quotas.members),
		)
		.use(assignmentRoutes(sql, sessions, changes))
		.use(progressRoutes(sql, sessions));
};

const classRoutes = (
	sql: Sql,
	sessions: SessionGuards,
	limit: UserLimit,
	quotas: ClassQuotas,
) => {
	const changing = [sessions.required, withinLimit(limit, sessions)];
	/** The class that its teacher changes, which counts. */
	const requireTaughtClass = async (request: Request, id: string) => {
		const found = await taughtClass(sql, sessions, request, id);
		await limit.take(sessions.user(request)._id);
		return found;
	};
	return routes("", "Classes")
		.get(
			"",
			async ({ request, set }) => {
				set.headers["cache-control"] = "no-store";
				return { data: await listClasses(sql, sessions.user(request)._id) };
			},
			{
				...validate({ guards: [sessions.allows("read")] }),
				response: { 200: Type.Object({ data: Type.Array(ClassSummary) }) },
				detail: {
					operationId: "listClasses",
					summary: "List the classes that the user teaches or has joined",
					description: "By name.",
				},
			},
		)
		.post(
			"",
			async ({ body: { name }, request, set, status }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.user(request);
				await limit.take(_id);
				const joinToken = newSecret();
				const joinTokenHash = hashOf(joinToken);
				const most = quotas.classes;
				const data = await addClass(sql, _id, { name, joinTokenHash }, most);
				if (!data) refuse([tooManyClasses(most)]);
				return status(201, {
					data: {
						...summaryOf(data as NonNullable<typeof data>),
						joinToken,
					},
				});
			},
			{
				...validate({ guards: changing, body: ClassName }),
				response: { 201: Type.Object({ data: CreatedClass }) },
				detail: {
					operationId: "createClass",
					summary: "Make a class",
					description:
						"The user is its teacher. The answer alone has the token of its join link, which is stored as a hash. An account may have as many classes as `CLASS_MAX_CLASSES` says.",
				},
			},
		)
		.get(
			"/assignments/own",
			async ({ request, set }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.user(request);
				return { data: await listOwnAssignments(sql, _id) };
			},
			{
				...validate({ guards: [sessions.allows("read")] }),
				response: { 200: Type.Object({ data: Type.Array(OwnAssignment) }) },
				detail: {
					operationId: "listOwnAssignments",
					summary: "List what the user's classes have to do",
					description: `The open assignments of the classes that the user has joined, with the user's own progress since joining: unfinished ones first, by due date, at most ${MAX_OWN_ASSIGNMENTS}.`,
				},
			},
		)
		.get(
			"/:id",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				return {
					data: await detailOf(sql, await ownClass(sql, sessions, request, id)),
				};
			},
			{
				...validate({
					guards: [sessions.allows("read")],
					params: IdParams,
					errors: ["not_found"],
				}),
				response: {
					200: Type.Object({ data: Type.Union([TaughtClass, JoinedClass]) }),
				},
				detail: {
					operationId: "getClass",
					summary: "Get a class",
					description:
						"For its teacher with members and all assignments; for a learner with the open assignments and the learner's own progress since joining.",
				},
			},
		)
		.patch(
			"/:id",
			async ({ params: { id }, body: { name }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await requireTaughtClass(request, id);
				await renameClass(sql, id, name);
				const data = await ownClass(sql, sessions, request, id);
				return { data: summaryOf(data) };
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: ClassName,
					errors: NOT_TAUGHT,
				}),
				response: { 200: Type.Object({ data: ClassSummary }) },
				detail: { operationId: "renameClass", summary: "Rename a class" },
			},
		)
		.delete(
			"/:id",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await requireTaughtClass(request, id);
				await removeClass(sql, id);
				set.status = 204;
			},
			{
				...validate({ guards: changing, params: IdParams, errors: NOT_TAUGHT }),
				response: { 204: Type.Void() },
				detail: {
					operationId: "deleteClass",
					summary: "Delete a class",
					description:
						"Its memberships and assignments are deleted at once, for good. Learners' attempts are theirs, and stay.",
				},
			},
		)
		.post(
			"/:id/join-link",
			async ({ params: { id }, request, set, status }) => {
				set.headers["cache-control"] = "no-store";
				await requireTaughtClass(request, id);
				const joinToken = newSecret();
				await setJoinToken(sql, id, hashOf(joinToken));
				return status(201, { data: { joinToken } });
			},
			{
				...validate({ guards: changing, params: IdParams, errors: NOT_TAUGHT }),
				response: { 201: Type.Object({ data: JoinLink }) },
				detail: {
					operationId: "renewJoinLink",
					summary: "Make a new join link",
					description:
						"The one before ends. Only a hash of its token is stored, so that no other answer has it.",
				},
			},
		)
		.delete(
			"/:id/join-link",
			async ({ params: { id }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await requireTaughtClass(request, id);
				await setJoinToken(sql, id, null);
				set.status = 204;
			},
			{
				...validate({ guards: changing, params: IdParams, errors: NOT_TAUGHT }),
				response: { 204: Type.Void() },
				detail: {
					operationId: "closeJoinLink",
					summary: "Close the join link",
					description: "Members stay. Succeeds where none is open.",
				},
			},
		)
		.delete(
			"/:id/members/:memberId",
			async ({ params: { id, memberId }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await requireTaughtClass(request, id);
				if (!(await removeMember(sql, id, memberId))) throw noMember(memberId);
				set.status = 204;
			},
			{
				...validate({
					guards: changing,
					params: MemberParams,
					errors: NOT_TAUGHT,
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "removeClassMember",
					summary: "Remove a learner from a class",
					description:
						"The learner can join again as long as the link is open; a new link keeps them out.",
				},
			},
		);
};

/** A class as its teacher or a learner opens it. */
async function detailOf(
	sql: Sql,
	found: OwnClass,
): Promise<typeof TaughtClass.static | typeof JoinedClass.static> {
	const { hasJoinLink, memberId, ...summary } = found;
	if (memberId !== null)
		return {
			...summary,
			role: "learner",
			assignments: await listLearnerAssignments(sql, found._id, memberId),
		};
	const [members, assignments] = await Promise.all([
		listMembers(sql, found._id),
		listAssignments(sql, found._id),
	]);
	return { ...summary, role: "teacher", hasJoinLink, members, assignments };
}

const tooManyClasses = (most: number) => ({
	pointer: "#",
	code: "too_many",
	detail: `you teach ${most} classes, as many as an account may (CLASS_MAX_CLASSES); delete one that has ended, or ask the operator for more`,
});

const noMember = (id: string) =>
	new ApiError(
		"not_found",
		`The class has no member "${id}". GET /api/v1/classes/{id} lists those that it has.`,
	);
