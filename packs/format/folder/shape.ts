/** The folder form of a challenge: its files, the shapes of its JSON files, and what is assembled of them. */
import { type Static, Type } from "@sinclair/typebox";
import type { FileEntry } from "@treeline/verify/shapes";
import type { Cases } from "../cases.ts";
import type { Fault } from "../faults.ts";
import { challengeFields } from "../manifest.ts";

export const CHALLENGE = "challenge.json";
export const LAYOUT = "layout.json";
export const WHY = "WHY.md";
/** The suites that a challenge's folder may have; the first that exists is run. */
export const SUITES = [
	"behavior.test.ts",
	"behavior.test.tsx",
	"test_behavior.py",
] as const;
/** Files that systems and test runners create. */
const IGNORED = new Set([
	".DS_Store",
	"Thumbs.db",
	"desktop.ini",
	"__pycache__",
	".pytest_cache",
]);

/** Whether a path is one of those that are not read. */
export const isIgnored = (path: string) =>
	path.split("/").some((name) => IGNORED.has(name));

/** Members of the challenge that are texts of their own. */
export const TEXTS = { prompt: "prompt.md", debrief: "debrief.md" } as const;
/** Members of the challenge that are folders of files. */
export const SETS = { scaffold: "starter", files: "solution" } as const;

const closed = { additionalProperties: false };
export const fileOrder = Type.Array(Type.String({ minLength: 1 }), {
	maxItems: 50,
	description:
		"The files in the order in which learners see them; files that are not named follow by name",
	examples: [["app.js", "books.js"]],
});

const {
	prompt: _,
	debrief: __,
	files: ___,
	scaffold: ____,
	...kept
} = challengeFields;
/** `challenge.json` of a challenge's folder: what has no file of its own. */
export const ChallengeFolderFile = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		...kept,
		fileOrder: Type.Optional(fileOrder),
	},
	closed,
);

/** The usual order of a challenge's keys in the JSON form. */
export const CHALLENGE_KEYS = ["$schema", ...Object.keys(challengeFields)];

const names = (maxItems: number) =>
	Type.Optional(Type.Array(Type.String(), { maxItems }));
const keys = names(50);
const paths = names(50);
const pointers = names(10_000);

/** How the JSON form is written where `convert` would write it in another way; without meaning for the challenge. */
export const FolderLayout = Type.Object(
	{
		/** The order of its keys; that of the starter's files where it is another; what of the files is on one line against the usual layout. */
		challenge: Type.Optional(
			Type.Object({ keys, scaffold: paths, inline: pointers }, closed),
		),
		cases: Type.Optional(
			Type.Object(
				{
					$schema: Type.Optional(Type.Union([Type.String(), Type.Null()])),
					keys,
					inline: pointers,
				},
				closed,
			),
		),
		/** By the case's folder, such as `accepted/01-a-loop`: the order of its keys and of its files. */
		each: Type.Optional(
			Type.Record(Type.String(), Type.Object({ keys, files: paths }, closed)),
		),
	},
	closed,
);
export type FolderLayout = Static<typeof FolderLayout>;

/** A part of a challenge or its cases, and the file that holds it. */
export interface SourcePart {
	/** The part's pointer in the assembled value. */
	pointer: string;
	/** Relative to the pack. */
	file: string;
	/** Null for a folder. */
	text: string | null;
	/** Whether pointers below the part lead into the text as JSON. */
	isJson: boolean;
	/** Where the part starts, from 1. */
	line: number;
}

/** A fault with the place of what is wrong. */
export interface LocatedFault extends Omit<Fault, "pointer"> {
	/** Relative to the pack. */
	file: string;
	line: number | null;
	column: number | null;
}

/** The kinds of cases, which are the names of their folders. */
export type CaseKind = "accepted" | "rejected";

export interface AssembledChallenge {
	/** The challenge as its JSON form has it; of any shape, like any JSON that was read. */
	value: unknown;
	/** Null when there is no folder of cases. */
	cases: Pick<Cases, CaseKind> | null;
	/** The folders of the cases, in the order of `cases`. */
	caseFolders: Record<CaseKind, string[]>;
	/** The behavioural suite, relative to the pack; null without one. */
	suite: string | null;
	layout: FolderLayout;
	parts: SourcePart[];
	caseParts: SourcePart[];
	faults: LocatedFault[];
}

/** Files in the order of `order`, and those that it does not name by their paths. */
export function orderFiles(
	files: readonly FileEntry[],
	order: readonly string[],
): FileEntry[] {
	const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
	return inOrder(sorted, order, ({ path }) => path);
}

/** The items in the order in which `order` names them; those that it does not name follow as they are. */
export function inOrder<Item>(
	items: readonly Item[],
	order: readonly string[],
	nameOf: (item: Item) => string,
): Item[] {
	const ranks = new Map<string, number>();
	for (const name of order) if (!ranks.has(name)) ranks.set(name, ranks.size);
	const rank = (item: Item) => ranks.get(nameOf(item)) ?? ranks.size;
	return [...items].sort((a, b) => rank(a) - rank(b));
}

/** The object with its keys in the order of `order`; those that it does not name follow as they are. */
export const withKeys = <Value extends object>(
	value: Value,
	order: readonly string[],
): Value =>
	Object.fromEntries(
		inOrder(Object.entries(value), order, ([key]) => key),
	) as Value;

/** The address of the JSON form's schema, made of the folder form's; any other address as it is. */
export const jsonSchemaAddress = (address: unknown): unknown =>
	typeof address === "string" &&
	/^\.\.\/.*\/challenge-folder\.schema\.json$/.test(address)
		? address
				.slice("../".length)
				.replace(/challenge-folder(?=\.schema\.json$)/, "challenge")
		: address;

/** The address of the folder form's schema, made of the JSON form's; any other address as it is. */
export const folderSchemaAddress = (address: unknown): unknown =>
	typeof address === "string" &&
	/^\.\.?\/.*\bchallenge\.schema\.json$/.test(address)
		? `../${address.replace(/challenge(?=\.schema\.json$)/, "challenge-folder")}`
		: address;

/** The address of the cases' schema beside the challenge's; undefined when that is no such address. */
export const casesSchemaAddress = (address: unknown): string | undefined =>
	typeof address === "string" && /(^|\/)challenge\.schema\.json$/.test(address)
		? address.replace(/challenge(?=\.schema\.json$)/, "cases")
		: undefined;

/** The folder of a challenge that the manifest lists as `path`, relative to the pack; null for a path that has none. */
export function folderOf(path: string): string | null {
	const folder = path.replace(/\.json$/i, "");
	return folder === path || folder.endsWith("/") ? null : folder;
}
