/** Packs, challenges and the format of both, as resources: what a person attaches to a conversation. */
import {
	ChallengeFile,
	Manifest,
	schemaDocument,
} from "@treeline/packs/format";
import { AssertionSet } from "@treeline/verify/shapes";
import type { Completion, ResourceProvider } from "../capabilities.ts";
import { type Catalogue, orNull } from "../catalogue.ts";
import { toChallengeView } from "../tools/packs.ts";

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
