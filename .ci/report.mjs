/** Reads the JUnit report that one process of tests left. */
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Reads a JUnit report as Bun writes it. An empty text, of a process that crashed before it wrote one, counts nothing.
 * `failedTests` and `files` are in the report's order; `file` is a path from the root. `fileSeconds` are `{ file, seconds }`.
 */
export function readReport(xml) {
	const head = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? "";
	const count = (field) => Number(attribute(head, field) ?? 0);
	const fileSeconds = [...xml.matchAll(/<testsuite\b[^>]*>/g)].flatMap(
		([tag]) => {
			const file = attribute(tag, "file");
			// Groups within a file have a line as well, and their time is the file's.
			return file === undefined || attribute(tag, "line") !== undefined
				? []
				: { file, seconds: Number(attribute(tag, "time") ?? 0) };
		},
	);
	return {
		tests: count("tests"),
		failures: count("failures"),
		skipped: count("skipped"),
		files: [...xml.matchAll(/<testsuite\b[^>]*>/g)].flatMap(
			([tag]) => attribute(tag, "file") ?? [],
		),
		failedTests: failedTests(xml),
		fileSeconds,
	};
}

/** A `testcase` is named by itself and its groups, as the console names it. */
function failedTests(xml) {
	const failed = [];
	let current = null;
	for (const [tag, name] of xml.matchAll(/<(testcase|failure|error)\b[^>]*>/g))
		if (name === "testcase") current = tag;
		else if (current !== null) {
			failed.push({
				file: attribute(current, "file") ?? "",
				name: [attribute(current, "classname"), attribute(current, "name")]
					.filter(Boolean)
					.join(" > "),
			});
			current = null;
		}
	return failed;
}

function attribute(tag, name) {
	const text = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
	return text?.replace(/&(?:#(\d+)|(\w+));/g, (entity, code, word) =>
		code === undefined
			? (ENTITIES[word] ?? entity)
			: String.fromCodePoint(Number(code)),
	);
}
