/** Assignments of a class: packs that its learners are to work on, with the dates from and until when. */
import { Type } from "@sinclair/typebox";
import type { Fault } from "@treeline/packs/format";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isForeignKeyViolation } from "../../db/database-errors.ts";
import { refuse } from "../../server/errors.ts";
import { parseTimestamp } from "../../server/parse-timestamp.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import {
	Assignment,
	AssignmentDates,
	AssignmentParams,
	NewAssignment,
} from "./api-schemas.ts";
import {
	addAssignment,
	type Dates,
	findAssignment,
	MAX_ASSIGNMENTS,
	removeAssignment,
	setAssignmentDates,
	type Unassigned,
} from "./assignment-queries.ts";
import { NOT_TAUGHT, noAssignment, taughtClass } from "./class-access.ts";

export const assignmentRoutes = (
	sql: Sql,
	sessions: SessionGuards,
	limit: UserLimit,
) => {
	const changing = [sessions.required, withinLimit(limit, sessions)];
	const find = async (classId: string, id: string) => {
		const found = await findAssignment(sql, classId, id);
		if (!found) throw noAssignment(id);
		const { packId: _, isOpen: __, ...assignment } = found;
		return assignment;
	};
	return routes("", "Classes")
		.post(
			"/:id/assignments",
			async ({ params: { id }, body, request, set, status }) => {
				set.headers["cache-control"] = "no-store";
				await taughtClass(sql, sessions, request, id);
				const dates = datesOf(body, { opensAt: null, dueAt: null });
				await limit.take(sessions.user(request)._id);
				const data = await addAssignment(sql, id, body.packSlug, dates).catch(
					(error) => {
						// The class or the pack is deleted meanwhile.
						if (isForeignKeyViolation(error)) return "no pack" as const;
						throw error;
					},
				);
				if (typeof data === "string") refuse([unassigned[data](body.packSlug)]);
				return status(201, { data: data as Exclude<typeof data, string> });
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: NewAssignment,
					errors: NOT_TAUGHT,
				}),
				response: { 201: Type.Object({ data: Assignment }) },
				detail: {
					operationId: "createAssignment",
					summary: "Assign a pack to a class",
					description: `A pack that every learner can open: a public or an unlisted one. A class may have ${MAX_ASSIGNMENTS} assignments, each pack once.`,
				},
			},
		)
		.patch(
			"/:id/assignments/:assignmentId",
			async ({ params: { id, assignmentId }, body, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await taughtClass(sql, sessions, request, id);
				const dates = datesOf(body, await find(id, assignmentId));
				await limit.take(sessions.user(request)._id);
				await setAssignmentDates(sql, assignmentId, dates);
				return { data: await find(id, assignmentId) };
			},
			{
				...validate({
					guards: changing,
					params: AssignmentParams,
					body: AssignmentDates,
					errors: NOT_TAUGHT,
				}),
				response: { 200: Type.Object({ data: Assignment }) },
				detail: {
					operationId: "changeAssignment",
					summary: "Change the dates of an assignment",
					description: "What is left out stays; null removes a date.",
				},
			},
		)
		.delete(
			"/:id/assignments/:assignmentId",
			async ({ params: { id, assignmentId }, request, set }) => {
				set.headers["cache-control"] = "no-store";
				await taughtClass(sql, sessions, request, id);
				await limit.take(sessions.user(request)._id);
				if (!(await removeAssignment(sql, id, assignmentId)))
					throw noAssignment(assignmentId);
				set.status = 204;
			},
			{
				...validate({
					guards: changing,
					params: AssignmentParams,
					errors: NOT_TAUGHT,
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "deleteAssignment",
					summary: "Remove an assignment",
					description:
						"The teacher sees nothing of the learners' progress at the pack any more. Attempts stay.",
				},
			},
		);
};

/** The dates of an assignment after a change, in ISO 8601 UTC. Throws `validation_failed` for what are none, and for one that ends before it opens. */
function datesOf(sent: AssignmentDates, present: Dates): Dates {
	const faults: Fault[] = [];
	const read = (name: keyof Dates): string | null => {
		const text = sent[name];
		if (text === undefined) return present[name];
		if (text === null) return null;
		const milliseconds = parseTimestamp(text);
		// Also false for what is no moment.
		if (milliseconds >= 0 && milliseconds < LAST)
			return new Date(milliseconds).toISOString();
		faults.push({
			pointer: `#/${name}`,
			code: "malformed",
			detail: `\`${name}\` is no ISO 8601 timestamp with its zone, from 1970 on; send one like 2026-12-01T23:59:00+01:00, or null`,
		});
		return null;
	};
	const dates = { opensAt: read("opensAt"), dueAt: read("dueAt") };
	if (
		dates.opensAt !== null &&
		dates.dueAt !== null &&
		dates.opensAt >= dates.dueAt
	)
		faults.push({
			pointer: "#/dueAt",
			code: "before_open",
			detail:
				"the assignment is due before it opens; choose a later `dueAt`, or an earlier `opensAt`",
		});
	refuse(faults);
	return dates;
}

/** Above it years have five digits. */
const LAST = Date.UTC(10_000, 0);

const unassigned: Record<Unassigned, (slug: string) => Fault> = {
	"no pack": (slug) => ({
		pointer: "#/packSlug",
		code: "unknown_pack",
		detail: `learners can open no pack "${slug}"; choose one that GET /api/v1/packs lists, or make your own pack public or unlisted first`,
	}),
	assigned: (slug) => ({
		pointer: "#/packSlug",
		code: "already_assigned",
		detail: `the pack "${slug}" is assigned to this class already; change the dates of that assignment`,
	}),
	"too many": () => ({
		pointer: "#",
		code: "too_many",
		detail: `the class has ${MAX_ASSIGNMENTS} assignments, as many as a class may; remove one first`,
	}),
};
