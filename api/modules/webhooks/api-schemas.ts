/** Schemas of webhooks as administrators manage them; what is sent follows the Standard Webhooks specification. */
import { type Static, Type } from "@sinclair/typebox";
import { pageQuery } from "../../server/pagination.ts";
import { Uuid } from "../../server/read-and-validate-request.ts";

const closed = { additionalProperties: false };
const Timestamp = Type.String();
const Moment = Type.Union([Timestamp, Type.Null()]);

const WebhookEventType = Type.Union([
	Type.Literal("content.created"),
	Type.Literal("content.updated"),
	Type.Literal("content.deleted"),
	Type.Literal("content.restored"),
]);
export type WebhookEventType = Static<typeof WebhookEventType>;
/** Null = of every type. */
const EventTypes = Type.Union([
	Type.Array(WebhookEventType, { minItems: 1, maxItems: 4 }),
	Type.Null(),
]);
const Url = Type.String({ minLength: 1, maxLength: 2000 });
const Description = Type.String({ maxLength: 200 });

const endpointFields = {
	id: Uuid,
	url: Type.String(),
	description: Type.String(),
	eventTypes: EventTypes,
	/** Null = it is sent to. */
	disabledAt: Moment,
	disabledReason: Type.Union([Type.String(), Type.Null()]),
	/** Nothing is sent before, as it answered 429, 502, 503 or 504. */
	pausedUntil: Moment,
	/** Until then the secret before the last rotation signs as well. */
	formerSecretUntil: Moment,
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

export const WebhookEndpoint = Type.Object(endpointFields);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** The secret is sent once, when it is made. */
export const WebhookEndpointWithSecret = Type.Object({
	...endpointFields,
	secret: Type.String(),
});

export const NewWebhookEndpoint = Type.Object(
	{
		url: Url,
		description: Type.Optional(Description),
		eventTypes: Type.Optional(EventTypes),
	},
	{ ...closed, examples: [{ url: "https://example.com/hooks/treeline" }] },
);

/** What is absent stays. */
export const WebhookEndpointChange = Type.Object(
	{
		url: Type.Optional(Url),
		description: Type.Optional(Description),
		eventTypes: Type.Optional(EventTypes),
		enabled: Type.Optional(Type.Boolean()),
	},
	{ ...closed, examples: [{ enabled: false }] },
);
export type WebhookEndpointChange = Static<typeof WebhookEndpointChange>;

export const SecretRotation = Type.Object(
	{
		/** Hours for which the former secret signs as well. */
		overlapHours: Type.Optional(
			Type.Integer({ minimum: 0, maximum: 720, default: 24 }),
		),
	},
	closed,
);

const DeliveryState = Type.Union([
	Type.Literal("pending"),
	Type.Literal("delivered"),
	Type.Literal("dead"),
]);

export const WebhookDelivery = Type.Object({
	endpointId: Uuid,
	/** The header `webhook-id` of every attempt. */
	messageId: Uuid,
	eventType: Type.String(),
	state: DeliveryState,
	attempts: Type.Integer(),
	/** Null = there is none. */
	nextAttemptAt: Moment,
	lastAttemptAt: Moment,
	/** Null = there was no answer. */
	lastStatus: Type.Union([Type.Integer(), Type.Null()]),
	lastError: Type.Union([Type.String(), Type.Null()]),
	/** When the event happened. */
	createdAt: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryQuery = Type.Object({
	...pageQuery,
	endpointId: Type.Optional(Uuid),
	state: Type.Optional(DeliveryState),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** One message, or those of a time. */
export const WebhookReplay = Type.Object(
	{
		messageId: Type.Optional(Uuid),
		/** From this moment on. */
		from: Type.Optional(Type.String({ maxLength: 40 })),
		/** Before this moment; absent = until now. */
		to: Type.Optional(Type.String({ maxLength: 40 })),
		/** Only what was given up. */
		onlyDead: Type.Optional(Type.Boolean({ default: false })),
	},
	{
		...closed,
		examples: [{ from: "2026-11-28T00:00:00Z", onlyDead: true }],
	},
);

export const ReplayResult = Type.Object({
	/** How many messages will be sent again. */
	queued: Type.Integer(),
});
