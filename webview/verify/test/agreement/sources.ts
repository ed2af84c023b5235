/** Real source files to read: those of installed packages, chosen by name and size alone, and the page's own in TSX. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dir, "../../../..");
const store = join(root, "node_modules/.bun");
const sizes = { least: 300, most: 40_000 };

/** Package, ending, and how many files of it; modules named `.mjs` are read as `.js`. */
const wanted: [name: string, ending: RegExp, count: number][] = [
	["preact", /\/src\/.*\.js$/, 12],
	["preact", /\.d\.ts$/, 4],
	["@preact/signals", /\.(tsx|ts|mjs)$/, 5],
	["elysia", /(?<!\.d)\.m?js$/, 10],
	["elysia", /\.d\.ts$/, 6],
	["playwright-core", /\.js$/, 6],
	["postgres", /\/src\/.*\.js$/, 8],
	["mocha", /\.js$/, 8],
	["happy-dom", /(?<!\.d)\.ts$/, 24],
	["happy-dom", /\.js$/, 6],
	["@sinclair/typebox", /\.mjs$/, 6],
	["bun-types", /\.d\.ts$/, 4],
];

/** Files that a grammar cannot read as a whole, so that what is lost of them is known. */
const hard: [name: string, path: string][] = [
	["elysia", "dist/context.d.ts"],
	["elysia", "dist/error.d.ts"],
	["elysia", "dist/utils.d.ts"],
	["elysia", "dist/ws/bun.d.ts"],
	["elysia", "dist/type-system/utils.d.ts"],
	["@sinclair/typebox", "build/cjs/type/template-literal/syntax.d.ts"],
	["typescript-classic", "lib/lib.es2015.symbol.wellknown.d.ts"],
];

export interface Source {
	/** Package and path below it. */
	name: string;
	/** The name with an ending that the engine reads. */
	path: string;
	content: string;
}

/** About a hundred files, the same on every machine with the same lock file. */
export function chooseSources(): Source[] {
	const packaged = wanted.flatMap(([name, ending, count]) =>
		spread(filesOf(folderOf(name), ending), count).map((file) =>
			read(file, `${name}/${relative(folderOf(name), file)}`),
		),
	);
	const difficult = hard.map(([name, path]) =>
		read(join(folderOf(name), path), `${name}/${path}`),
	);
	const page = filesOf(join(root, "webview/app"), /\.tsx$/);
	return [
		...uniqueNames([...packaged, ...difficult]),
		...spread(page, 12).map((file) => read(file, relative(root, file))),
	];
}

const uniqueNames = (sources: Source[]) => [
	...new Map(sources.map((source) => [source.name, source])).values(),
];

function read(file: string, name: string): Source {
	const content = readFileSync(file, "utf8");
	return { name, path: name.replace(/\.mjs$/, ".js"), content };
}

/** Where a package is installed: for the engine, or for another package. */
function folderOf(name: string): string {
	const own = join(import.meta.dir, "../../node_modules", name);
	if (existsSync(own)) return own;
	const prefix = `${name.replace("/", "+")}@`;
	const [first] = readdirSync(store)
		.filter((entry) => entry.startsWith(prefix))
		.sort();
	if (!first)
		throw new Error(`${name} is not installed; install the packages again`);
	return join(store, first, "node_modules", name);
}

const filesOf = (folder: string, ending: RegExp): string[] =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((path) => !path.includes("node_modules") && ending.test(`/${path}`))
		.sort()
		.map((path) => join(folder, path))
		.filter((path) => {
			const { size } = statSync(path);
			return size >= sizes.least && size <= sizes.most;
		});

/** As many as asked for, evenly over the list. */
const spread = <Item>(list: Item[], count: number): Item[] =>
	list.length <= count
		? list
		: Array.from(
				{ length: count },
				(_, index) => list[Math.floor((index * list.length) / count)] as Item,
			);
