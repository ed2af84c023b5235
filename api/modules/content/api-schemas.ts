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

/** As in RFC 3339, from 1970 to 9999, with its zone; null = none. */
const GivenMoment = Type.Union([
	Type.String({
		pattern:
			"^(19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$",
	}),
	Type.Null(),
]);

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

/** Without `limit` and `offset`, all of it: hence no defaults. */
export const ContentQuery = Type.Object({
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
