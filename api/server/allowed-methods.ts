/** Which methods a path has: the answer to a request that matched no route. */

/** Builds the look-up from an application's routes; a route's `:name` stands for one segment and a closing `*` for the rest. */
export function methodsByPath(
	routes: readonly { method: string; path: string }[],
): (path: string) => string[] {
	const patterns = routes.map(({ method, path }) => ({
		method,
		pattern: new RegExp(
			`^${path
				.split("/")
				.map((part) =>
					part.startsWith(":")
						? "[^/]+"
						: part === "*"
							? ".*"
							: part.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"),
				)
				.join("/")}$`,
		),
	}));
	return (path) => {
		const methods = new Set<string>();
		for (const { method, pattern } of patterns)
			if (pattern.test(path)) methods.add(method);
		if (methods.has("GET")) methods.add("HEAD");
		return [...methods].sort();
	};
}
