import { describe, expect, test } from "bun:test";
import { existingFolderName, folderName } from "@treeline/packs/format";
import manifest from "../package.json";
import { challengeFiles, challengeOfFile } from "./paths.ts";

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

describe("the folder of a challenge", () => {
	test.each([
		[[], "03-say-hello"],
		[["02-say-hello"], "02-say-hello"],
		[["117-say-hello", "03-say-more"], "117-say-hello"],
		[["02-say-hello", "03-say-hello"], "03-say-hello"],
		[["05-say-hello", "04-say-hello"], "04-say-hello"],
		[["02-never-say-hello", "02-say-hello-twice", "say-hello"], "03-say-hello"],
	])("among %j is %s", (names, folder) => {
		expect(existingFolderName(names, 3, "say-hello")).toBe(folder);
	});
});

describe("Verify in an editor's title bar", () => {
	const path = "/code/treeline/express/01-say-hello/app.js";
	/**
	 * A file as the extension has it, its workspace's folder, and its editor's context keys as VS Code sets them: `resource` is the URI
	 * as text, `resourcePath` is the `fsPath`.
	 */
	const editors = {
		Linux: {
			...local(path),
			root: local("/code/treeline"),
			context: { resource: `file://${path}`, resourcePath: path },
		},
		Windows: {
			...local(`/c:${path}`),
			root: local("/c:/code/treeline"),
			context: {
				resource: `file:///c%3A${path}`,
				resourcePath: "c:\\code\\treeline\\express\\01-say-hello\\app.js",
			},
		},
		"a share on Windows": {
			...local(path),
			authority: "server",
			root: { ...local("/code/treeline"), authority: "server" },
			context: {
				resource: `file://server${path}`,
				resourcePath:
					"\\\\server\\code\\treeline\\express\\01-say-hello\\app.js",
			},
		},
		"a remote machine": {
			...local(path),
			root: local("/code/treeline"),
			context: {
				resource: `vscode-remote://ssh-remote%2Bbox${path}`,
				resourcePath: path,
			},
		},
	};
	const [entry] = manifest.contributes.menus["editor/title"];
	const [, key = ""] =
		/^(\w+) in treeline\.challengeFiles$/.exec(entry?.when ?? "") ?? [];

	// VS Code compares the clause's key with the listed URIs, which it turns into texts like `resource`.
	test.each(Object.entries(editors))("appears on %s", async (_, editor) => {
		const listed = await challengeFiles(
			[editor],
			(file) => challengeOfFile(file.root, file),
			async () => true,
		);
		expect(listed.map(({ context }) => context.resource)).toContain(
			new Map(Object.entries(editor.context)).get(key) ?? "",
		);
	});

	test("does not appear for other files and unknown challenges", async () => {
		const files = [
			local("/code/app.js"),
			local(path),
			local("/code/treeline/express/02-unknown/app.js"),
		];
		expect(
			await challengeFiles(
				files,
				(file) => challengeOfFile(local("/code/treeline"), file),
				async ({ challenge }) => challenge === "say-hello",
			),
		).toEqual([local(path)]);
	});
});
