/** What the classes' screens ask of the service; loaded with them. Each call rejects with an ApiError. */
import type {
	AssignmentDates,
	JoinedClass,
	NewAssignment,
	TaughtClass,
} from "@treeline/api/client-types";
import type { Service } from "./host.ts";

export type Classes = ReturnType<typeof createClasses>;

export function createClasses({ call, base }: Service) {
	return {
		/** Those that the user teaches or has joined. */
		list: () => data(call("GET /classes")),
		/** Makes a class; this answer alone has the token of its join link. */
		create: (name: string) => data(call("POST /classes", { body: { name } })),
		read: (id: string): Promise<TaughtClass | JoinedClass> =>
			data(call("GET /classes/:id", { params: { id } })),
		rename: (id: string, name: string) =>
			data(call("PATCH /classes/:id", { params: { id }, body: { name } })),
		remove: (id: string) => call("DELETE /classes/:id", { params: { id } }),
		/** Makes a new join link in place of the one before; this answer alone has its token. */
		renewLink: (id: string) =>
			data(call("POST /classes/:id/join-link", { params: { id } })),
		closeLink: (id: string) =>
			call("DELETE /classes/:id/join-link", { params: { id } }),
		removeMember: (id: string, memberId: string) =>
			call("DELETE /classes/:id/members/:memberId", {
				params: { id, memberId },
			}),
		leave: (id: string) =>
			call("DELETE /classes/:id/membership", { params: { id } }),
		invitation: (token: string) =>
			data(call("GET /classes/invitations/:token", { params: { token } })),
		join: (token: string) =>
			data(call("POST /classes/invitations/:token", { params: { token } })),
		assign: (id: string, body: NewAssignment) =>
			data(call("POST /classes/:id/assignments", { params: { id }, body })),
		setDates: (id: string, assignmentId: string, body: AssignmentDates) =>
			data(
				call("PATCH /classes/:id/assignments/:assignmentId", {
					params: { id, assignmentId },
					body,
				}),
			),
		unassign: (id: string, assignmentId: string) =>
			call("DELETE /classes/:id/assignments/:assignmentId", {
				params: { id, assignmentId },
			}),
		progress: (id: string, assignmentId: string) =>
			data(
				call("GET /classes/:id/assignments/:assignmentId/progress", {
					params: { id, assignmentId },
				}),
			),
		/** URL of the progress as a file for spreadsheets. */
		progressAddress: (id: string, assignmentId: string) =>
			`${base}/classes/${id}/assignments/${assignmentId}/progress.csv`,
		checks: (id: string, assignmentId: string, challengeId: string) =>
			data(
				call(
					"GET /classes/:id/assignments/:assignmentId/challenges/:challengeId/checks",
					{ params: { id, assignmentId, challengeId } },
				),
			),
	};
}

const data = async <Data>(answer: Promise<{ data: Data }>): Promise<Data> =>
	(await answer).data;
