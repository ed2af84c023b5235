/** Schemas of content items as the public reads them and as administrators write them (specification, "Content item"; contract, section 7). */
import { type Static, Type } from "@sinclair/typebox";
import { pageQuery } from "../../server/pagination.ts";
import { Uuid } from "../../server/read-and-validate-request.ts";

const closed = { additionalProperties: false };
const Timestamp = Type.String();
const Moment = Type.Union([Timestamp, Type.Null()]);

export const ContentType = Type.String({
	pattern: "^[a-z0-9-]+$",
	maxLength: 64,
});
export const ContentSlug = Type.String({
	pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
	maxLength: 200,
});
export const ContentStatus = Type.Union([
	Type.Literal("draft"),
	Type.Literal("published"),
	Type.Literal("archived"),
]);
export type ContentStatus = Static<typeof ContentStatus>;

/** Any members; their order and digits are preserved. */
const Data = Type.Object({}, { additionalProperties: true });
const SortOrder = Type.Integer({
	minimum: -2_147_483_648,
	maximum: 2_147_483_647,
});
/** A version that no item reaches names none, so that it is a 404 and not the database's refusal. */
const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const ChangeSummary = Type.String({ maxLength: 1000 });

/** With its zone; null = none. */
const GivenMoment = Type.Union([Type.String({ maxLength: 40 }), Type.Null()]);

/** What the public sees of a published item, and when: from `publishAt` on and until `unpublishAt`. */
const schedule = {
	publishAt: Type.Optional(GivenMoment),
	unpublishAt: Type.Optional(GivenMoment),
};

const itemFields = {
	id: Uuid,
	type: ContentType,
	slug: ContentSlug,
	data: Data,
	status: ContentStatus,
	/** Begins at 1 and rises with each change. */
	version: Type.Integer(),
	sortOrder: Type.Integer(),
	createdAt: Timestamp,
	updatedAt: Timestamp,
};

export const ContentItem = Type.Object(itemFields);
export type ContentItem = Static<typeof ContentItem>;

export const AdminContentItem = Type.Object({
	...itemFields,
	publishAt: Moment,
	unpublishAt: Moment,
	deletedAt: Moment,
});
export type AdminContentItem = Static<typeof AdminContentItem>;

/** All published items, by their types. */
export const ContentBundle = Type.Record(
	Type.String(),
	Type.Array(ContentItem),
);

export const NewContentItem = Type.Object(
	{
		type: ContentType,
		slug: ContentSlug,
		data: Data,
		status: Type.Optional(ContentStatus),
		sortOrder: Type.Optional(SortOrder),
		...schedule,
		changeSummary: Type.Optional(ChangeSummary),
	},
	{
		...closed,
		examples: [
			{
				type: "project",
				slug: "treeline",
				data: { title: "Treeline", tags: ["vs-code"] },
				status: "published",
			},
		],
	},
);
export type NewContentItem = Static<typeof NewContentItem>;

/** What was read can be written back: read-only members are ignored. */
const readOnly = Type.Optional(Type.Unknown());

/** `data` is replaced whole; what is absent stays. */
export const ContentChange = Type.Object(
	{
		data: Type.Optional(Data),
		status: Type.Optional(ContentStatus),
		slug: Type.Optional(ContentSlug),
		sortOrder: Type.Optional(SortOrder),
		...schedule,
		changeSummary: Type.Optional(ChangeSummary),
		id: readOnly,
		type: readOnly,
		version: readOnly,
		createdAt: readOnly,
		updatedAt: readOnly,
		deletedAt: readOnly,
	},
	{ ...closed, examples: [{ status: "published" }] },
);
export type ContentChange = Static<typeof ContentChange>;

const summary = { changeSummary: Type.Optional(ChangeSummary) };
const ofItem = {
	id: Uuid,
	/** Nothing is changed when the item is at another version. */
	expectedVersion: Type.Optional(Version),
};

/** One change of a batch, with what its own route takes. */
const Operation = Type.Union(
	[
		Type.Object(
			{ op: Type.Literal("create"), ...NewContentItem.properties },
			closed,
		),
		Type.Object(
			{
				op: Type.Literal("update"),
				...ofItem,
				data: Type.Optional(Data),
				status: Type.Optional(ContentStatus),
				slug: Type.Optional(ContentSlug),
				sortOrder: Type.Optional(SortOrder),
				...schedule,
				...summary,
			},
			closed,
		),
		Type.Object(
			{
				op: Type.Literal("delete"),
				...ofItem,
				hard: Type.Optional(Type.Boolean()),
				...summary,
			},
			closed,
		),
		Type.Object(
			{ op: Type.Literal("restore"), ...ofItem, version: Version, ...summary },
			closed,
		),
	],
	{ discriminator: { propertyName: "op" } },
);

/** The most changes that one batch may hold. */
const MAX_BATCH_OPERATIONS = 200;

export const ContentBatch = Type.Object(
	{
		operations: Type.Array(Operation, {
			minItems: 1,
			maxItems: MAX_BATCH_OPERATIONS,
		}),
	},
	{
		...closed,
		examples: [
			{
				operations: [
					{
						op: "create",
						type: "project",
						slug: "one",
						data: { title: "One" },
					},
				],
			},
		],
	},
);
export type ContentBatch = Static<typeof ContentBatch>;

export const BatchQuery = Type.Object({
	partial: Type.Optional(Type.Boolean({ default: false })),
});

/** In the order of the operations. */
export const ContentBatchResult = Type.Object({
	succeeded: Type.Integer(),
	failed: Type.Integer(),
	outcomes: Type.Array(
		Type.Object({
			/** As the operation's own route answers. */
			status: Type.Integer(),
			id: Type.Union([Uuid, Type.Null()]),
			version: Type.Union([Type.Integer(), Type.Null()]),
			etag: Type.Union([Type.String(), Type.Null()]),
			problem: Type.Union([
				Type.Object({ code: Type.String(), detail: Type.String() }),
				Type.Null(),
			]),
		}),
	),
});

/** A line of an export: an item without what the server makes of it. What a line of an import leaves out of an existing item stays. */
export const ContentLine = Type.Object(
	{
		type: ContentType,
		slug: ContentSlug,
		status: Type.Optional(ContentStatus),
		sortOrder: Type.Optional(SortOrder),
		...schedule,
		data: Data,
	},
	closed,
);

export const PreviewQuery = Type.Object({
	token: Type.String({ minLength: 1, maxLength: 300 }),
});

export const NewPreview = Type.Object(
	{
		/** How long it can be read with. */
		expiresInSeconds: Type.Optional(
			Type.Integer({ minimum: 60, maximum: 604_800, default: 3600 }),
		),
	},
	closed,
);

/** The token reads the item as it is, until it expires. */
export const ContentPreview = Type.Object({
	token: Type.String(),
	/** Path and query. */
	url: Type.String(),
	expiresAt: Timestamp,
});

export const ExportQuery = Type.Object({ type: Type.Optional(ContentType) });

export const ImportQuery = Type.Object({
	dryRun: Type.Optional(Type.Boolean({ default: false })),
});

export const ContentImportResult = Type.Object({
	dryRun: Type.Boolean(),
	created: Type.Integer(),
	updated: Type.Integer(),
	unchanged: Type.Integer(),
});
export type ContentImportResult = Static<typeof ContentImportResult>;

export const ContentRestore = Type.Object(
	{ version: Version, changeSummary: Type.Optional(ChangeSummary) },
	closed,
);
export type ContentRestore = Static<typeof ContentRestore>;

export const ChangeType = Type.Union([
	Type.Literal("created"),
	Type.Literal("updated"),
	Type.Literal("deleted"),
	Type.Literal("restored"),
]);
export type ChangeType = Static<typeof ChangeType>;

/** The item as of a version, and who made it so. */
export const ContentHistoryEntry = Type.Object({
	id: Uuid,
	contentId: Uuid,
	version: Type.Integer(),
	slug: ContentSlug,
	data: Data,
	status: ContentStatus,
	sortOrder: Type.Integer(),
	publishAt: Moment,
	unpublishAt: Moment,
	changeType: ChangeType,
	/** Eight hexadecimal digits that name the admin key. */
	changedBy: Type.String(),
	changeSummary: Type.String(),
	requestId: Type.String(),
	createdAt: Timestamp,
});
export type ContentHistoryEntry = Static<typeof ContentHistoryEntry>;

/** What is shown of each item; absent = all of it. */
const fields = {
	fields: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 1000,
			examples: ["slug,data.title"],
		}),
	),
};

export const FieldsQuery = Type.Object(fields);

/** Without `limit` and `offset`, all of it: hence no defaults. */
export const ContentQuery = Type.Object({
	...fields,
	type: Type.Optional(ContentType),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
	offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
});

export const AdminContentQuery = Type.Object({
	...pageQuery,
	type: Type.Optional(ContentType),
	status: Type.Optional(ContentStatus),
	q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
	includeDeleted: Type.Optional(Type.Boolean({ default: false })),
});

export const DeleteQuery = Type.Object({
	hard: Type.Optional(Type.Boolean({ default: false })),
});

/** A row whose `data` is the JSON text that was written: parsing it would lose the order of its keys. */
type AsText<Row> = Row extends { data: unknown }
	? Omit<Row, "data"> & { data: string }
	: never;

/** An item as it is stored. */
export type StoredItem = AsText<AdminContentItem>;
export type StoredEntry = AsText<ContentHistoryEntry>;
