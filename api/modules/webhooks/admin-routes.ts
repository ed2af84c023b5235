/** Webhooks for administrators: endpoints and their secrets, how deliveries stand, and sending messages again. */
import { Type } from "@sinclair/typebox";
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import { parseTimestamp } from "../../server/parse-timestamp.ts";
import { IdParams, validate } from "../../server/read-and-validate-request.ts";
import type { RouteContext } from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import { type AddressRules, urlFault } from "./allowed-addresses.ts";
import {
	DeliveryQuery,
	NewWebhookEndpoint,
	ReplayResult,
	SecretRotation,
	WebhookDelivery,
	WebhookEndpoint,
	WebhookEndpointChange,
	WebhookEndpointWithSecret,
	WebhookReplay,
} from "./api-schemas.ts";
import {
	addEndpoint,
	changeEndpoint,
	findEndpoint,
	listDeliveries,
	listEndpoints,
	removeEndpoint,
	replay,
	rotateSecret,
} from "./endpoint-queries.ts";
import { addTestMessage } from "./outbox-queries.ts";
import { newSigningSecret, secretText } from "./signature.ts";

export const adminWebhooks = (
	sql: Sql,
	keys: AdminKeys,
	rules: AddressRules,
) => {
	const reading = [keys.read, uncached];
	const changing = [keys.change, uncached];
	const one = Type.Object({ data: WebhookEndpoint });
	const withSecret = Type.Object({ data: WebhookEndpointWithSecret });
	const refuseUrl = (url: string | undefined) => {
		const fault = url === undefined ? null : urlFault(url, rules);
		if (fault)
			refuse([
				{ pointer: "#/url", code: "not_allowed", detail: `\`url\` ${fault}` },
			]);
	};
	const known = async (id: string) => {
		const endpoint = await findEndpoint(sql, id);
		if (!endpoint) throw noEndpoint(id);
		return endpoint;
	};

	return routes("/api/v1/admin/webhooks", "Webhooks")
		.get(
			"/endpoints",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, total } = await listEndpoints(sql, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({ guards: reading, query: PageQuery }),
				response: {
					200: Type.Object({
						data: Type.Array(WebhookEndpoint),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "listWebhookEndpoints",
					summary: "List the endpoints that webhooks are sent to",
				},
			},
		)
		.post(
			"/endpoints",
			async ({ body, set }) => {
				const { url, description = "", eventTypes = null } = body;
				refuseUrl(url);
				const secret = newSigningSecret();
				const made = await addEndpoint(
					sql,
					url,
					description,
					eventTypes,
					secret,
				);
				set.status = 201;
				return { data: { ...made, secret: secretText(secret) } };
			},
			{
				...validate({ guards: changing, body: NewWebhookEndpoint }),
				response: { 201: withSecret },
				detail: {
					operationId: "createWebhookEndpoint",
					summary: "Add an endpoint",
					description:
						"It gets a message for each change of content from now on. `secret` is in this answer alone; receivers verify signatures with it as the Standard Webhooks specification says.",
				},
			},
		)
		.get(
			"/endpoints/:id",
			async ({ params: { id } }) => ({ data: await known(id) }),
			{
				...validate({ guards: reading, params: IdParams }),
				response: { 200: one },
				detail: {
					operationId: "getWebhookEndpoint",
					summary: "Get an endpoint",
				},
			},
		)
		.patch(
			"/endpoints/:id",
			async ({ params: { id }, body }) => {
				refuseUrl(body.url);
				const changed = await changeEndpoint(sql, id, body);
				if (!changed) throw noEndpoint(id);
				return { data: changed };
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: WebhookEndpointChange,
				}),
				response: { 200: one },
				detail: {
					operationId: "updateWebhookEndpoint",
					summary: "Change an endpoint, or enable or disable it",
					description:
						"A disabled endpoint gets no new messages; those that wait for it are sent when it is enabled again.",
				},
			},
		)
		.delete(
			"/endpoints/:id",
			async ({ params: { id }, set }) => {
				if (!(await removeEndpoint(sql, id))) throw noEndpoint(id);
				set.status = 204;
			},
			{
				...validate({ guards: changing, params: IdParams }),
				response: { 204: Type.Void() },
				detail: {
					operationId: "deleteWebhookEndpoint",
					summary: "Delete an endpoint, and what was to be sent to it",
				},
			},
		)
		.post(
			"/endpoints/:id/rotate-secret",
			async ({ params: { id }, body: { overlapHours = 24 } }) => {
				const secret = newSigningSecret();
				const rotated = await rotateSecret(sql, id, secret, overlapHours);
				if (!rotated) throw noEndpoint(id);
				return { data: { ...rotated, secret: secretText(secret) } };
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: SecretRotation,
				}),
				response: { 200: withSecret },
				detail: {
					operationId: "rotateWebhookSecret",
					summary: "Give an endpoint a new secret",
					description:
						"For a day, or `overlapHours`, messages are signed with the former secret as well.",
				},
			},
		)
		.post(
			"/endpoints/:id/test",
			async ({ params: { id } }) => {
				await known(id);
				const messageId = await sql.begin((tx: Transaction) =>
					addTestMessage(tx, id),
				);
				return { data: { messageId: String(messageId) } };
			},
			{
				...validate({ guards: changing, params: IdParams }),
				response: {
					200: Type.Object({
						data: Type.Object({ messageId: Type.String() }),
					}),
				},
				detail: {
					operationId: "testWebhookEndpoint",
					summary: "Send an endpoint a message of the type webhook.test",
				},
			},
		)
		.post(
			"/endpoints/:id/replay",
			async ({ params: { id }, body }) => {
				const { messageId = null, onlyDead = false } = body;
				const from = momentOf(body.from, "from");
				const to = momentOf(body.to, "to");
				if (messageId === null && from === null && !onlyDead) refuse([NOTHING]);
				await known(id);
				const range = { messageId, from, to, onlyDead };
				return { data: { queued: await replay(sql, id, range) } };
			},
			{
				...validate({
					guards: changing,
					params: IdParams,
					body: WebhookReplay,
				}),
				response: { 200: Type.Object({ data: ReplayResult }) },
				detail: {
					operationId: "replayWebhooks",
					summary: "Send messages to an endpoint again",
					description:
						"One message, those from a moment on, or what was given up. Each keeps its `webhook-id`. Messages are kept for 30 days.",
				},
			},
		)
		.get(
			"/deliveries",
			async ({ query: { limit, offset, ...filter } }) => {
				const page = pageOf({ limit, offset });
				const { rows, total } = await listDeliveries(sql, filter, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({ guards: reading, query: DeliveryQuery }),
				response: {
					200: Type.Object({
						data: Type.Array(WebhookDelivery),
						meta: ListMeta,
					}),
				},
				detail: {
					operationId: "listWebhookDeliveries",
					summary: "List how deliveries stand, the newest first",
					description:
						"`state=dead` lists what was given up, after ten attempts in three days or by a 410.",
				},
			},
		);
};

const uncached = ({ set }: RouteContext) => {
	set.headers["cache-control"] = "no-store";
};

const noEndpoint = (id: string) =>
	new ApiError(
		"not_found",
		`There is no webhook endpoint "${id}". The list of endpoints names the existing ones.`,
	);

const NOTHING = {
	pointer: "#",
	code: "too_few",
	detail: "the body names no messages; send `messageId`, `from` or `onlyDead`",
};

function momentOf(
	text: string | undefined,
	name: "from" | "to",
): string | null {
	if (text === undefined) return null;
	const moment = parseTimestamp(text);
	if (Number.isNaN(moment))
		refuse([
			{
				pointer: `#/${name}`,
				code: "malformed",
				detail: `\`${name}\` is no ISO 8601 timestamp with its zone; send one like 2026-12-24T18:00:00Z`,
			},
		]);
	return new Date(moment).toISOString();
}
