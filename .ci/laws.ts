/** The architecture rules that can be read from the files of the project. `laws.test.ts` proves each both ways. */
import { uncoveredClauses } from "./clauses.ts";
import { type House, isCode, isMaterial, isTest, lineAt } from "./house.ts";
import { circlesIn, crossing, importsOf } from "./imports.ts";
import { refusedWords } from "./words.ts";

export { readHouse } from "./house.ts";

/** One law: `check` names every place that breaks it, as `path:line: why`. */
export interface Law {
	id: string;
	text: string;
	check(house: House): string[];
}

const LONGEST = 400;
const LONGEST_ROOT = 100;
const ROOTS = [
	"api/pack-and-user-routes.ts",
	"api/front-routes.ts",
	"api/main.ts",
	"extension/extension.ts",
];
const TOP =
	/^(extension|api|webview|packs|sql|\.ci|\.github)\/|^(package\.json|bunfig\.toml|tsconfig\.json|README\.md|LICENSE|bun\.lock|\.gitignore)$/;
const SQL_FILES =
	/^api\/(.*\/)?([a-z-]+-)?queries\.ts$|^api\/db\/[a-z-]+\.ts$|^\.ci\//;
const PACK_GUIDE = "packs/README.md";
const ENV_FILES = /^api\/config\.ts$|^packs\/tools\/env\.ts$|^\.ci\//;

export const LAWS: Law[] = [
	{
		id: "line",
		text: "The house is a line, not a web: a package is used by name, through a door, and only where an arrow points.",
		check: (house) =>
			importsOf(house).flatMap((line) => {
				const why = crossing(line);
				return why === null ? [] : [`${line.file}:${line.line}: ${why}`];
			}),
	},
	{
		id: "circles",
		text: "No two files, folders or modules of the service import each other, not even types; move what both need below them.",
		check: (house) =>
			circlesIn(house, "api").map((circle) => circle.join(" ⇄ ")),
	},
	{
		id: "length",
		text: `No file of code is longer than ${LONGEST} lines; split it by noun.`,
		check: (house) =>
			tooLong(
				house,
				LONGEST,
				(path, text) => isCode(path) && !isGenerated(text),
			),
	},
	{
		id: "roots",
		text: `Composition roots read as lists of at most ${LONGEST_ROOT} lines; move the decision to the noun it is about.`,
		check: (house) =>
			tooLong(house, LONGEST_ROOT, (path) => ROOTS.includes(path)),
	},
	{
		id: "nouns",
		text: "Folders are named for what is in them: no src, lib, utils, common or helpers.",
		check: (house) =>
			[...house.keys()]
				.filter(
					(path) =>
						!isMaterial(path) &&
						/(^|\/)(src|lib|utils?|common|helpers?)\//.test(path),
				)
				.map((path) => `${path}: name the folder for its noun`),
	},
	{
		id: "managers",
		text: "Nothing is a Manager; a type is named for what it does.",
		check: (house) =>
			[...house].flatMap(([path, text]) =>
				!isCode(path)
					? []
					: /manager\.[a-z]+$/i.test(path)
						? [`${path}: rename the file`]
						: found(
								path,
								text,
								/\b(?:class|interface|type|function|const) \w*Manager\b/g,
							),
			),
	},
	{
		id: "sql",
		text: "SQL stands in files named queries.ts or …-queries.ts, and in those of api/db only.",
		check: (house) =>
			inCode(
				house,
				(path) => !SQL_FILES.test(path) && !isTest(path),
				/\b(?:sql|tx)(?:<[^`;()]*>)?`|\.unsafe\(|from "postgres"/g,
			),
	},
	{
		id: "environment",
		text: "The environment is read in one file, so that all that is wrong with it is told at once.",
		check: (house) =>
			inCode(
				house,
				(path) => !ENV_FILES.test(path) && !isTest(path),
				/\b(?:process|Bun|import\.meta)\.env\b/g,
			),
	},
	{
		id: "migrations",
		text: "Migrations are numbered from 001 without gaps in sql/platform and sql/content.",
		check: misnumbered,
	},
	{
		id: "clauses",
		text: "Every clause of the specification has a test that exists; api/test/clauses.json names it.",
		check: uncoveredClauses,
	},
	{
		id: "top",
		text: "The top level is fixed: a new thing has a room already.",
		check: (house) =>
			[...house.keys()]
				.filter((path) => !TOP.test(path))
				.map((path) => `${path}: does not belong at the top`),
	},
	{
		id: "words",
		text: "Names and comments use the field's words; .ci/words.ts lists those it refuses.",
		check: refusedWords,
	},
	{
		id: "documents",
		text: "A file of code that a README names is there; name the one that took its place.",
		check: unknownPaths,
	},
	{
		id: "places",
		text: "No file names a package registry or a folder of someone's machine; a clone works anywhere.",
		check: (house) =>
			[...house].flatMap(([path, text]) =>
				isMaterial(path)
					? []
					: found(
							path,
							text,
							/\bregistry\.(?:npmjs|yarnpkg)\b|(?<![\w.])\/(?:root|work|home\/\w+|Users\/\w+)\/[\w.]/g,
						),
			),
	},
];

/** Every place where a law is broken, under the law's text; empty when the house is in order. */
export function breaches(house: House): string[] {
	return LAWS.flatMap(({ id, text, check }) => {
		const places = check(house);
		return places.length === 0
			? []
			: [`${id}: ${text}`, ...places.map((place) => `  ${place}`)];
	});
}

function tooLong(
	house: House,
	most: number,
	concerns: (path: string, text: string) => boolean,
): string[] {
	return [...house]
		.filter(([path, text]) => concerns(path, text))
		.map(([path, text]) => ({ path, lines: text.trimEnd().split("\n").length }))
		.filter(({ lines }) => lines > most)
		.map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** A generated file says so in its first line. */
function isGenerated(text: string): boolean {
	return /\bgenerated\b/i.test(text.slice(0, text.indexOf("\n")));
}

function inCode(
	house: House,
	concerns: (path: string) => boolean,
	pattern: RegExp,
): string[] {
	return [...house].flatMap(([path, text]) =>
		isCode(path) && concerns(path) ? found(path, text, pattern) : [],
	);
}

function found(path: string, text: string, pattern: RegExp): string[] {
	return [...text.matchAll(pattern)].map(
		(match) => `${path}:${lineAt(text, match.index)}: ${match[0]}`,
	);
}

/** Paths in READMEs that lead to no file: from the top, or the end of some path. What packs' guide shows is its reader's own. */
function unknownPaths(house: House): string[] {
	const paths = [...house.keys()];
	return [...house].flatMap(([path, text]) =>
		!/(^|\/)README\.md$/.test(path) || isMaterial(path) || path === PACK_GUIDE
			? []
			: [
					...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|tsx|mjs|sql))`/g),
				].flatMap(({ 1: named = "", index }) =>
					paths.some((one) => `/${one}`.endsWith(`/${named}`))
						? []
						: [`${path}:${lineAt(text, index)}: ${named} does not exist`],
				),
	);
}

function misnumbered(house: House): string[] {
	return ["sql/platform", "sql/content"].flatMap((folder) =>
		[...house.keys()]
			.filter((path) => path.startsWith(`${folder}/`))
			.sort()
			.flatMap((path, index) => {
				const number = String(index + 1).padStart(3, "0");
				return new RegExp(`^${folder}/${number}_[a-z0-9_]+\\.sql$`).test(path)
					? []
					: [`${path}: expected ${number}_<name>.sql here`];
			}),
	);
}
