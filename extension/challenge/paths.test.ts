import { describe, expect, test } from "bun:test";
import { challengeOfFile, folderName } from "./paths.ts";

const hello = { pack: "express", challenge: "say-hello" };
const local = (path: string) => ({ scheme: "file", authority: "", path });

describe("the challenge of a file", () => {
	test.each([
		["/code/treeline/express/01-say-hello/app.js", hello],
		["/code/treeline/express/01-say-hello/routes/books.js", hello],
		// The number is the order, which is not part of the slug.
		["/code/treeline/express/117-say-hello/app.js", hello],
		[
			"/code/treeline/express/03-2-ways-out/app.js",
			{ pack: "express", challenge: "2-ways-out" },
		],
		["/code/treeline", null],
		["/code/treeline/express/01-say-hello", null],
		["/code/treeline/express/notes/app.js", null],
		["/code/treeline/express/01-/app.js", null],
		["/code/treeline/express/app.js", null],
		["/code/treeline-old/express/01-say-hello/app.js", null],
		["/other/treeline/express/01-say-hello/app.js", null],
	])("%s", (path, key) => {
		expect(challengeOfFile(local("/code/treeline"), local(path))).toEqual(key);
	});

	test("is found on Windows, whatever the case of the drive letter", () => {
		for (const drive of ["c", "C"])
			expect(
				challengeOfFile(
					local("/c:/code/treeline"),
					local(`/${drive}:/code/treeline/express/01-say-hello/app.js`),
				),
			).toEqual(hello);
	});

	test.each([
		{ scheme: "git", authority: "" },
		{ scheme: "file", authority: "server" },
	])("is null for the same path at %j", (place) => {
		const file = {
			...place,
			path: "/code/treeline/express/01-say-hello/app.js",
		};
		expect(challengeOfFile(local("/code/treeline"), file)).toBeNull();
	});

	test("is found in the folder that is created for it", () => {
		const path = `/code/treeline/express/${folderName(3, "say-hello")}/app.js`;
		expect(path).toContain("/03-say-hello/");
		expect(challengeOfFile(local("/code/treeline"), local(path))).toEqual(
			hello,
		);
	});
});
