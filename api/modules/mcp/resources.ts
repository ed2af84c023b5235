/** MCP resources: packs, challenges, their format, content, and the chat's conversations. */
import {
	ChallengeFile,
	Manifest,
	schemaDocument,
} from "@treeline/packs/format";
import { AssertionSet } from "@treeline/verify/shapes";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { readSession } from "../chat/queries.ts";
import { adminText, bundleText, entryText } from "../content/lossless-json.ts";
import { findAt, findVersion, listPublished } from "../content/queries.ts";
import {
	countTypes,
	listAddresses,
	suggestSlugs,
	suggestTypes,
} from "./content-resource-and-completion-queries.ts";
import type {
	Completion,
	ResourceContents,
	ResourceProvider,
	ResourceRow,
} from "./tool-resource-prompt-types.ts";
import {
	readsConversations,
	suggestConversations,
} from "./tools/chat-conversations.ts";
import {
	type Catalogue,
	orNull,
	toChallengeView,
} from "./tools/pack-catalogue-and-tools.ts";

const JSON_TYPE = "application/json";

const json = (uri: string, value: unknown) => ({
	uri,
	mimeType: JSON_TYPE,
	text: JSON.stringify(value, null, "\t"),
});

/** The variables in an address; null when it does not fit. */
function named(uri: string, pattern: RegExp): (string | undefined)[] | null {
	try {
		const found = pattern.exec(uri)?.slice(1);
		return found?.map((each) => each && decodeURIComponent(each)) ?? null;
	} catch {
		return null;
	}
}

export function packResources(catalogue: Catalogue): ResourceProvider[] {
	const slugs: Completion = async (typed, _, call) =>
		(await catalogue.names(call))
			.map(({ slug }) => slug)
			.filter((slug) => slug.startsWith(typed));
	const challenges: Completion = async (typed, { pack = "" }, call) =>
		((await orNull(catalogue.pack(pack, call)))?.challenges ?? [])
			.map(({ slug }) => slug)
			.filter((slug) => slug.startsWith(typed));
	return [
		{
			scope: "read",
			async list(call) {
				return (await catalogue.names(call)).map((pack) => ({
					uri: `pack://${pack.slug}`,
					name: pack.slug,
					title: pack.name,
					description: pack.description,
					mimeType: JSON_TYPE,
				}));
			},
			templates: [
				{
					uriTemplate: "pack://{pack}",
					name: "pack",
					title: "A pack",
					description: "A pack with its challenges in their order.",
					mimeType: JSON_TYPE,
				},
			],
			async read(uri, call) {
				const [slug] = named(uri, /^pack:\/\/([^/]+)$/) ?? [];
				const pack = slug && (await orNull(catalogue.pack(slug, call)));
				return pack ? json(uri, pack) : null;
			},
			complete: { pack: slugs },
		},
		{
			scope: "read",
			list: async () => [],
			templates: [
				{
					uriTemplate: "challenge://{pack}/{challenge}",
					name: "challenge",
					title: "A challenge",
					description: "A challenge's task, starting files and checks.",
					mimeType: JSON_TYPE,
				},
				{
					uriTemplate: "challenge://{pack}/{challenge}/files/{+path}",
					name: "challenge-file",
					title: "A starting file of a challenge",
					description: "A file that a learner starts from.",
					mimeType: "text/plain",
				},
			],
			async read(uri, call) {
				const pattern = /^challenge:\/\/([^/]+)\/([^/]+)(?:\/files\/(.+))?$/;
				const [pack, challenge, path] = named(uri, pattern) ?? [];
				if (!pack || !challenge) return null;
				const ask = catalogue.challenge({ pack, challenge }, call);
				const found = await orNull(ask);
				if (!found) return null;
				if (path === undefined) return json(uri, toChallengeView(found));
				const file = found.files.find((one) => one.path === path);
				return file
					? { uri, mimeType: "text/plain", text: file.content }
					: null;
			},
			complete: { pack: slugs, challenge: challenges },
		},
		FORMATS,
	];
}

const FORMAT = {
	"schema://pack": ["A pack's manifest", Manifest],
	"schema://challenge": ["A challenge file", ChallengeFile],
	"schema://assertions": ["The checks of a challenge", AssertionSet],
} as const;

const FORMATS: ResourceProvider = {
	list: async () =>
		Object.entries(FORMAT).map(([uri, [title]]) => ({
			uri,
			name: uri.slice("schema://".length),
			title,
			description: `${title}, as a JSON Schema.`,
			mimeType: "application/schema+json",
		})),
	templates: [],
	async read(uri) {
		const [, schema] = FORMAT[uri as keyof typeof FORMAT] ?? [];
		return schema
			? {
					...json(uri, schemaDocument(schema)),
					mimeType: "application/schema+json",
				}
			: null;
	},
};

export const TYPES = "content://types";
export const BUNDLE = "content://bundle";
export const itemAddress = (type: string, slug: string) =>
	`content://${type}/${slug}`;

const ITEM =
	/^content:\/\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,200})(?:\?version=([1-9]\d{0,8}))?$/;

const FIXED: ResourceRow[] = [
	{
		uri: TYPES,
		name: "content-types",
		title: "Types of content",
		description: "The types of content, and how many items of each there are.",
		mimeType: JSON_TYPE,
	},
	{
		uri: BUNDLE,
		name: "content-bundle",
		title: "All that is published",
		description: "All published content, by type.",
		mimeType: JSON_TYPE,
	},
];

export function contentResources(sql: Sql): ResourceProvider {
	const item = async (
		type: string,
		slug: string,
		version: string | undefined,
	): Promise<string | null> => {
		const found = await findAt(sql, type, slug);
		if (!found || version === undefined) return found && adminText(found);
		const then = await findVersion(sql, found.id, Number(version));
		return then && entryText(then);
	};
	const read = async (uri: string): Promise<string | null> => {
		if (uri === TYPES) return JSON.stringify(await countTypes(sql));
		if (uri === BUNDLE)
			return bundleText((await listPublished(sql, null, null)).found.rows);
		const [, type, slug, version] = ITEM.exec(uri) ?? [];
		return type && slug ? item(type, slug, version) : null;
	};
	return {
		async list() {
			const items = await listAddresses(sql);
			return [
				...FIXED,
				...items.map(({ type, slug, status, title }) => ({
					uri: itemAddress(type, slug),
					name: `${type}/${slug}`,
					title: title ?? slug,
					description: `A ${type}, ${status}.`,
					mimeType: JSON_TYPE,
				})),
			];
		},
		templates: [
			{
				uriTemplate: "content://{type}/{slug}{?version}",
				name: "content-item",
				title: "A content item",
				description:
					"A content item as it is, or as it was at one of its versions.",
				mimeType: JSON_TYPE,
			},
		],
		async read(uri): Promise<ResourceContents | null> {
			const text = await read(uri);
			return text === null ? null : { uri, mimeType: JSON_TYPE, text };
		},
		complete: {
			type: (typed) => suggestTypes(sql, typed),
			slug: (typed, { type = null }) => suggestSlugs(sql, type, typed),
		},
	};
}

export const chatResources = (sql: Sql): ResourceProvider => ({
	isVisible: readsConversations,
	// They are many and personal: a client names the one that it wants.
	list: async () => [],
	templates: [
		{
			uriTemplate: "chat-session://{id}",
			name: "chat-session",
			title: "A conversation",
			description: "A conversation with the chat, with all that was said.",
			mimeType: "application/json",
		},
	],
	async read(uri) {
		const [, id] = /^chat-session:\/\/(sess_[\w-]{1,64})$/.exec(uri) ?? [];
		const session = id && (await readSession(sql, id));
		return session
			? { uri, mimeType: "application/json", text: JSON.stringify(session) }
			: null;
	},
	complete: { id: suggestConversations(sql) },
});
