/** Which files a module's name may mean. */

/** Paths that `source` may mean in the file at `from`, the likeliest first: `./shelf.js` in a script, `.shelf` in Python. None for packages of JavaScript. */
export const modulePaths = (from: string, source: string): string[] =>
	from.endsWith(".py") ? pythonPaths(from, source) : scriptPaths(from, source);

function pythonPaths(from: string, source: string): string[] {
	const dots = /^\.*/.exec(source)?.[0].length ?? 0;
	const inner = source.slice(dots).replaceAll(".", "/");
	const folders = from.split("/").slice(0, -1);
	const here = folders.slice(0, folders.length - Math.max(0, dots - 1));
	const beside = [...here, inner].filter(Boolean).join("/");
	return (dots > 0 ? [beside] : [inner, [...folders, inner].join("/")]).flatMap(
		(base) => [`${base}.py`, `${base}/__init__.py`],
	);
}

function scriptPaths(from: string, source: string): string[] {
	if (!source.startsWith(".")) return [];
	const parts = from.split("/").slice(0, -1);
	for (const part of source.split("/")) {
		if (part === "..") parts.pop();
		else if (part !== ".") parts.push(part);
	}
	const base = parts.join("/");
	const stem = base.replace(/\.jsx?$/, "");
	const endings = [
		".js",
		".ts",
		".tsx",
		".jsx",
		"/index.js",
		"/index.ts",
		"/index.tsx",
	];
	return [
		base,
		...endings.map((ending) => base + ending),
		`${stem}.ts`,
		`${stem}.tsx`,
	];
}
