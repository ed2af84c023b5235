/** Session status (specification: `GET /api/auth/session`). */
import { t } from "elysia";
import { takes } from "../http/input.ts";
import { routes } from "../http/routes.ts";
import type { Sessions } from "../http/session-guard.ts";
import { SessionState } from "./model.ts";

export const auth = (sessions: Sessions) =>
	routes("/api/auth", "Sign-in").get(
		"/session",
		({ request, set }) => {
			set.headers["cache-control"] = "no-store";
			const learner = sessions.of(request);
			return {
				data: {
					authenticated: learner !== null,
					user: learner && {
						_id: learner._id,
						name: learner.name,
						image: learner.image,
					},
					expiresAt: learner?.expiresAt ?? null,
				},
			};
		},
		{
			...takes({ guards: [sessions.optional] }),
			response: { 200: t.Object({ data: SessionState }) },
			detail: {
				operationId: "getSession",
				summary: "Say who is signed in",
				description: "Nobody is an answer, too, and not an error.",
			},
		},
	);
