import { describe, expect, test } from "bun:test";
import { pathFault, pathsFault } from "@treeline/packs/format";

describe("a path that may be written", () => {
	test.each([
		"app.js",
		"routes/books.js",
		"src/App.tsx",
		"..hidden.js",
		".env.example",
		"a b.js",
		"été.py",
		"console.js",
		"auxiliary/nul-check.js",
	])("%p", (path) => expect(pathFault(path)).toBeNull());
});

describe("a path that is refused, with the reason", () => {
	test.each([
		["", "is empty"],
		["/etc/passwd", "is absolute"],
		["\\\\server\\share\\a.js", "is absolute"],
		["../a.js", 'leaves the challenge\'s folder with ".."'],
		["a/../../b.js", 'leaves the challenge\'s folder with ".."'],
		["C:\\a.js", "starts with a drive letter"],
		["c:a.js", "starts with a drive letter"],
		["a\\b.js", "a character that not every system allows"],
		["a\0.js", "a NUL character"],
		["a\n.js", "a character that not every system allows"],
		["ab:stream.js", "a character that not every system allows"],
		["what?.js", "a character that not every system allows"],
		["./a.js", 'an empty or "." segment'],
		["a//b.js", 'an empty or "." segment'],
		["a/", 'an empty or "." segment'],
		["a./b.js", "ends in a dot or a space"],
		["a.js ", "ends in a dot or a space"],
		["NUL", "the reserved name"],
		["lib/Aux.js", "the reserved name"],
		["com1.tar.gz", "the reserved name"],
		[".vscode/settings.json", "changes how tools behave"],
		["a/.VSCode/tasks.json", "changes how tools behave"],
		[".git/hooks/pre-commit", "changes how tools behave"],
		["node_modules/express/index.js", "changes how tools behave"],
		[`${"a".repeat(201)}.js`, "is longer than 200 characters"],
		["a/b/c/d/e/f/g/h/i/j/k.js", "more than 10 folders deep"],
	])("%j: %s", (path, reason) => expect(pathFault(path)).toContain(reason));
});

describe("a set of paths", () => {
	test.each([
		[["a.js", "a.js"], "is listed twice"],
		[["a.js", "A.js"], "one file where case does not count"],
		[["é.js", "e\u0301.js"], "one file where case does not count"],
		[["routes", "routes/books.js"], "stands where"],
		[["a.js", "../b.js"], "leaves the challenge's folder"],
	])("%j: %s", (paths, reason) => expect(pathsFault(paths)).toContain(reason));

	test("that fits is let through", () =>
		expect(pathsFault(["app.js", "routes/books.js"])).toBeNull());
});
