/** Routes that read and change a learner's settings (specification: "Backend routes"; contract, section 5). */
import { type TSchema, Type } from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import { t } from "elysia";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { refuse } from "../../server/errors.ts";
import { mergePatch, withDefaults } from "../../server/json-merge-patch.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import {
	DEFAULTS,
	Settings,
	SettingsPatch,
	StoredSettings,
} from "./api-schemas.ts";
import { changeSettings, findSettings } from "./queries.ts";

/** Both kinds of change share one `limit`. */
export const settings = (
	sql: Sql,
	sessions: SessionGuards,
	limit: UserLimit,
) => {
	const answer = { response: { 200: t.Object({ data: StoredSettings }) } };
	const guards = [sessions.allows("attempt"), withinLimit(limit, sessions)];
	const change = async (
		request: Request,
		next: (present: Settings | null) => unknown,
	) => {
		const { _id } = sessions.user(request);
		const data = await changeSettings(sql, _id, async (present) => {
			const settings = settingsOf(next(present));
			await limit.take(_id);
			return settings;
		});
		return { data };
	};
	return routes("/settings", "Settings")
		.get(
			"",
			async ({ request }) => {
				const { _id } = sessions.user(request);
				const stored = await findSettings(sql, _id);
				return { data: stored ?? { _id: null, ...DEFAULTS } };
			},
			{
				...validate({ guards: [sessions.allows("read")] }),
				...answer,
				detail: {
					operationId: "getSettings",
					summary: "Get the user's settings",
					description: "Defaults, as long as nothing was stored.",
				},
			},
		)
		.patch(
			"",
			({ body, request }) =>
				change(request, (present) =>
					withDefaults(mergePatch(present ?? DEFAULTS, body), DEFAULTS),
				),
			{
				...validate({ guards, body: SettingsPatch }),
				...answer,
				detail: {
					operationId: "updateSettings",
					summary: "Change the user's settings",
					description:
						"The body is a JSON merge patch (RFC 7396): null restores the default.",
				},
			},
		)
		.put("", ({ body, request }) => change(request, () => body), {
			...validate({ guards, body: Replacement }),
			...answer,
			detail: {
				operationId: "replaceSettings",
				summary: "Replace the user's settings",
			},
		});
};

/** What was read can be written back: the identifier is not the client's to change, and is passed over. */
const Replacement = Type.Composite(
	[Settings, Type.Object({ _id: Type.Optional(Type.Unknown()) })],
	{ additionalProperties: false },
);

/** The settings that a change makes, or a refusal with pointers. */
function settingsOf(value: unknown): Settings {
	const { _id: _, ...settings } = value as { _id?: unknown };
	refuse(shapeFaults(Settings as TSchema, settings));
	return settings as Settings;
}
