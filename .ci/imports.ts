import { posix } from "node:path";
import { type House, isCode, isTest, lineAt } from "./house.ts";

/** One import line: static, type, dynamic, `require` or re-export. */
export interface Import {
	file: string;
	line: number;
	/** What is named between the quotes. */
	target: string;
	/** Erased when compiled. */
	typeOnly: boolean;
}

const STATEMENT =
	/^[ \t]*(?:import|export)(?:[\s{*][^;"'`]*?\bfrom)?\s*["']([^"'\n]+)["']/gm;
const CALL =
	/\b(?:import|require|import\.meta\.resolve)\s*\(\s*["'`]([^"'`\n]+)["'`]/g;
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;

/** All import lines of the code in `house`. */
export function importsOf(house: House): Import[] {
	return [...house]
		.filter(([path]) => isCode(path))
		.flatMap(([path, text]) => importsIn(path, text));
}

function importsIn(file: string, source: string): Import[] {
	// Blanked, not cut: lines keep their numbers.
	const text = source.replace(COMMENT, (comment) =>
		comment.replace(/[^\n]/g, " "),
	);
	return [STATEMENT, CALL].flatMap((pattern) =>
		[...text.matchAll(pattern)].map((match) => ({
			file,
			line: lineAt(text, match.index + match[0].search(/\S/)),
			target: match[1] as string,
			typeOnly: /^\s*(import|export)\s+type\b/.test(match[0]),
		})),
	);
}

interface Package {
	folder: string;
	/** Which doors of which others it may use; "*" = every door that the other has. */
	may: Record<string, "*" | string[]>;
	typesOnly?: string[];
	/** Doors that only its tests may use. */
	tests?: string[];
}

export const PACKAGES: Record<string, Package> = {
	"@treeline/extension": {
		folder: "extension",
		may: {
			"@treeline/webview": "*",
			"@treeline/packs": [
				"format",
				"disk",
				"learner-tools",
				"practice",
				"reader",
				"studio",
				"templates",
			],
			"@treeline/verify": "*",
		},
		tests: ["@treeline/packs/practice/cases"],
	},
	"@treeline/webview": {
		folder: "webview",
		may: {
			"@treeline/api": ["client-types"],
			"@treeline/packs": ["format", "practice", "studio-in-page"],
			"@treeline/verify": "*",
		},
		typesOnly: ["@treeline/api"],
		tests: [
			"@treeline/api/test/identity-provider",
			"@treeline/packs/practice/cases",
		],
	},
	"@treeline/api": {
		folder: "api",
		may: { "@treeline/packs": ["format", "disk"], "@treeline/verify": "*" },
	},
	"@treeline/packs": { folder: "packs", may: { "@treeline/verify": "*" } },
	"@treeline/verify": { folder: "webview/verify", may: {} },
};

/** The package that a file belongs to; packages nest, and the innermost counts. Files outside all belong to the root. */
export function packageOf(path: string): string {
	let owner = "";
	for (const [name, { folder }] of Object.entries(PACKAGES))
		if (path.startsWith(`${folder}/`) && folder.length > folderOf(owner).length)
			owner = name;
	return owner;
}

function folderOf(name: string): string {
	return PACKAGES[name]?.folder ?? "";
}

/** Why `line` breaks the arrows of the house, or null. */
export function crossing(line: Import): string | null {
	const from = packageOf(line.file);
	if (line.target.startsWith(".")) return strayed(line, from);
	const [name, door] = splitName(line.target);
	if (!name.startsWith("@treeline/") || name === from) return null;
	if (from === "")
		return `the launchers use no package, yet import ${line.target}`;
	const rule = PACKAGES[from];
	if (rule?.tests?.includes(line.target) && isTest(line.file)) return null;
	const doors = rule?.may[name];
	if (doors === undefined) return `${from} may not use ${name}`;
	if (doors !== "*" && !doors.includes(door))
		return `${from} may use ${name} only by ${doors.join(", ")}, not ${line.target}`;
	if (rule?.typesOnly?.includes(name) && !line.typeOnly)
		return `${from} may use ${name} only as types; write \`import type\``;
	return null;
}

/** A path that leaves the package it is written in. */
function strayed(line: Import, from: string): string | null {
	const target = posix.join(posix.dirname(line.file), line.target);
	if (target.startsWith("sql/"))
		return `sql is read by the migrator and imported by nobody, yet ${line.target} leads there`;
	const home = from === "" ? line.file.split("/")[0] : folderOf(from);
	if (target.startsWith(`${home}/`) && packageOf(target) === from) return null;
	return `${line.target} leaves ${home || "the launchers"}; import the other package by its name, through a door`;
}

/** `@treeline/packs/format` is the door `format` of `@treeline/packs`; a bare name is the door ".". */
function splitName(target: string): [name: string, door: string] {
	const [scope, name, ...door] = target.split("/");
	return [
		name === undefined ? (scope as string) : `${scope}/${name}`,
		door.join("/") || ".",
	];
}

/** Circles among the files of `folder` that import each other, and among its parts; each as the names in it, sorted. Tests may import anything. */
export function circlesIn(house: House, folder: string): string[][] {
	const files = new Map<string, Set<string>>();
	const parts = new Map<string, Set<string>>();
	const add = (graph: typeof files, from: string, to: string) =>
		graph.set(from, (graph.get(from) ?? new Set()).add(to));
	for (const { file, target } of importsOf(house)) {
		const to = posix.join(posix.dirname(file), target);
		const outside = [file, to].some(
			(path) => !path.startsWith(`${folder}/`) || !isCode(path),
		);
		if (outside || !target.startsWith(".") || isTest(file)) continue;
		add(files, file, to);
		const [from, into] = [partOf(file), partOf(to)];
		if (from !== into) add(parts, from, into);
	}
	return [...circlesOf(files), ...circlesOf(parts)];
}

/** The module, folder or file of a package that a path is in. */
const partOf = (path: string): string => {
	const steps = path.split("/");
	return steps.slice(0, steps[1] === "modules" ? 3 : 2).join("/");
};

/** Strongly connected components (Tarjan), those of one name only where it leads to itself. */
function circlesOf(graph: Map<string, Set<string>>): string[][] {
	const indices = new Map<string, number>();
	const lowest = new Map<string, number>();
	const stack: string[] = [];
	const circles: string[][] = [];
	const visit = (name: string): number => {
		indices.set(name, indices.size);
		lowest.set(name, indices.size - 1);
		stack.push(name);
		for (const next of graph.get(name) ?? []) {
			const low = indices.has(next)
				? stack.includes(next)
					? indices.get(next)
					: undefined
				: visit(next);
			if (low !== undefined)
				lowest.set(name, Math.min(lowest.get(name) ?? low, low));
		}
		if (lowest.get(name) === indices.get(name)) {
			const circle = stack.splice(stack.indexOf(name));
			if (circle.length > 1 || graph.get(name)?.has(name))
				circles.push(circle.sort());
		}
		return lowest.get(name) ?? 0;
	};
	for (const name of graph.keys()) if (!indices.has(name)) visit(name);
	return circles;
}
