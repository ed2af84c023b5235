/** The challenge workspace: one panel, which challenge is verified, and what counts as a pass. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { applyEdit, replaceText, save } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { choosingFolder, saidDuring } from "../said.ts";

const PACK = "express";
const BOOK = "look-up-one-book";
/** Passes; the file that stands beside it is nobody's. */
const ANSWER = `import express from "express";

const app = express();

const books = [{ id: "1", title: "The Lighthouse Keeper", genre: "mystery" }];

app.get("/books/:id", (req, res) => {
  const book = books.find((one) => one.id === req.params.id);
  if (!book) {
    res.status(404).json({ error: "No such book" });
    return;
  }
  res.json(book);
});

export default app;
`;

const open = (challenge: string) =>
	vscode.commands.executeCommand("treeline.openChallenge", {
		key: { pack: PACK, challenge },
	});
const bytesOf = (text: string) => new TextEncoder().encode(text);
/** Resolves once Treeline shows a problem with this code in the file. */
const marked = (uri: vscode.Uri, code: string) =>
	until(
		() =>
			vscode.languages
				.getDiagnostics(uri)
				.some((one) => one.source === "Treeline" && one.code === code),
		`${uri.path} has no problem "${code}"`,
	);
const panels = () =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => input instanceof vscode.TabInputWebview);

describe("the challenge workspace", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");

	it("has one panel, however many challenges are opened at once", async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await Promise.all([open("say-hello-over-http"), open(BOOK)]);
		// Answered by a panel's page: whatever was opened stands by then.
		await vscode.commands.executeCommand("treeline.verify", {
			key: { pack: PACK, challenge: BOOK },
		});
		await until(() => panels().length > 0, "no panel stands");
		equal(panels().length, 1, "number of panels");
	});

	it("passes a challenge whatever stands in files that no check names", async () => {
		const api = await extension?.activate();
		const folder = api?.folderOf(PACK, BOOK);
		ok(api && folder, "the challenge has no folder");
		const at = (name: string) => vscode.Uri.joinPath(folder, name);
		const write = (name: string, text: string) =>
			vscode.workspace.fs.writeFile(at(name), bytesOf(text));
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await write("app.js", ANSWER);
		await write("notes.js", "let x = (;\n");
		await open(BOOK);
		await vscode.commands.executeCommand("treeline.verify", {
			key: { pack: PACK, challenge: BOOK },
		});
		await until(
			() => api.statusOf(PACK, BOOK) === "passed",
			`the challenge is ${api.statusOf(PACK, BOOK)}`,
		);
		await marked(at("notes.js"), "syntax");
		await vscode.workspace.fs.delete(at("notes.js"));
	});

	it("verifies the challenge of a file that is saved, although this window has neither opened nor verified it", async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const uri = vscode.Uri.joinPath(
			root.uri,
			"treeline/typescript/01-read-a-weight/weight.ts",
		);
		await vscode.workspace.fs.writeFile(uri, bytesOf("const room = 1;\n"));
		await open(BOOK);
		const document = await vscode.workspace.openTextDocument(uri);
		await replaceText(document, "const room = (;\n");
		await save(document);
		await marked(uri, "syntax");
	});

	it("verifies the challenge of the active or saved file, also when this window has not opened it", async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const uri = vscode.Uri.joinPath(
			root.uri,
			"treeline/express/05-stamp-every-request/app.js",
		);
		await vscode.workspace.fs.writeFile(uri, bytesOf("const stamp = (;\n"));
		await open(BOOK);
		const document = await vscode.workspace.openTextDocument(uri);
		await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
		await until(
			() => vscode.window.activeTextEditor?.document === document,
			"the file's editor is not active",
		);
		await vscode.commands.executeCommand("treeline.verify");
		await marked(uri, "syntax");
		await until(
			() => panels()[0]?.label === "Stamp Every Request",
			"the panel shows another challenge",
		);

		await open(BOOK);
		await replaceText(document, 'import express from "expres";\n');
		await save(document);
		await marked(uri, "codePattern");
	});

	it("clears the problems of files and folders that are deleted or renamed, by VS Code or by another program", async () => {
		const { fs, workspaceFolders } = vscode.workspace;
		const [root] = workspaceFolders ?? [];
		ok(root, "no folder is open");
		const pack = vscode.Uri.joinPath(root.uri, "treeline/react");
		const slug = "a-recipe-card-from-props";
		const at = (name: string) => vscode.Uri.joinPath(pack, `01-${slug}`, name);
		const watcher = vscode.workspace.createFileSystemWatcher("**/*");
		const reported = new Set<string>();
		for (const event of [watcher.onDidCreate, watcher.onDidChange])
			event(({ path }) => reported.add(path));
		/** Writes a file until VS Code reports it: it misses what happens in a folder before it has begun to watch it. */
		const writeWatched = (uri: vscode.Uri) =>
			until(async () => {
				await fs.writeFile(uri, bytesOf("let x = (;\n"));
				return reported.has(uri.path);
			}, `VS Code does not report that ${uri.path} is written`);
		await writeWatched(vscode.Uri.joinPath(pack, "notes.js"));
		const names = [
			"deleted.js",
			"renamed.js",
			"renamed/a.js",
			"removed.js",
			"removed/a.js",
		];
		for (const name of names) await writeWatched(at(name));
		watcher.dispose();
		const key = { pack: "react", challenge: slug };
		await vscode.commands.executeCommand("treeline.openChallenge", { key });
		await vscode.commands.executeCommand("treeline.verify", { key });
		for (const name of names) await marked(at(name), "syntax");

		await applyEdit((edit) => {
			edit.deleteFile(at("deleted.js"));
			edit.renameFile(at("renamed.js"), at("moved.js"));
			edit.renameFile(at("renamed"), at("moved"));
		});
		// Not by the workbench: it learns of these from its file watcher alone.
		await fs.delete(at("removed.js"));
		await fs.delete(at("removed"), { recursive: true });
		for (const name of names)
			await until(
				() => vscode.languages.getDiagnostics(at(name)).length === 0,
				`the problems of ${name} stay`,
			);
	});

	it("finds a challenge's folder by its slug, so that work stays when a pack changes its order", async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const pack = vscode.Uri.joinPath(root.uri, "treeline/express");
		const file = vscode.Uri.joinPath(pack, "17-narrow-the-shelf/app.js");
		const work = 'import express from "expres"; // mine\n';
		await vscode.workspace.fs.writeFile(file, bytesOf(work));
		await open("narrow-the-shelf");
		const { document } = await until(() => {
			const editor = vscode.window.activeTextEditor;
			return editor?.document.uri.path.includes("narrow-the-shelf")
				? editor
				: null;
		}, "no editor of the challenge's file is active");
		equal(document.uri.path, file.path, "the active editor's file");
		equal(document.getText(), work, "the learner's text");
		await vscode.commands.executeCommand("treeline.verify");
		await marked(file, "codePattern");
		const folders = await vscode.workspace.fs.readDirectory(pack);
		equal(
			folders.filter(([name]) => name.includes("narrow")).length,
			1,
			"number of the challenge's folders",
		);
	});
});

describe("a workspace of several folders", () => {
	const { fs } = vscode.workspace;
	const ERRORS = "08-one-desk-for-every-error";
	let first: vscode.Uri;
	let second: vscode.Uri;
	const fileIn = (root: vscode.Uri, folder: string, name = "treeline") =>
		vscode.Uri.joinPath(root, name, PACK, folder, "app.js");
	const active = (uri: vscode.Uri) =>
		until(() => {
			const editor = vscode.window.activeTextEditor;
			return editor?.document.uri.path === uri.path ? editor.document : null;
		}, `${uri.path} is not active`);
	const isThere = (uri: vscode.Uri) =>
		fs.stat(uri).then(
			() => true,
			() => false,
		);
	const show = (uri: vscode.Uri) =>
		vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
	/** Adds folders after the first one, or removes all but it. */
	const setFolders = async (...uris: vscode.Uri[]) => {
		const { workspaceFolders = [] } = vscode.workspace;
		const changed = new Promise((resolve) => {
			const listening = vscode.workspace.onDidChangeWorkspaceFolders(() => {
				listening.dispose();
				resolve(null);
			});
		});
		ok(
			vscode.workspace.updateWorkspaceFolders(
				1,
				workspaceFolders.length - 1,
				...uris.map((uri) => ({ uri })),
			),
			"the folders cannot be changed",
		);
		await changed;
	};

	before(async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		first = root.uri;
		second = vscode.Uri.joinPath(first, "..", "second");
		await fs.createDirectory(second);
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await setFolders(second);
	});
	after(async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await setFolders();
		await fs.delete(second, { recursive: true });
	});

	it("has a challenge opened and verified in the folder that it lies in", async () => {
		const file = fileIn(second, ERRORS);
		await fs.writeFile(file, bytesOf("// Mine.\nconst review = (;\n"));
		await open("one-desk-for-every-error");
		const document = await active(file);
		ok(document.getText().startsWith("// Mine."), "the text is not mine");
		await vscode.commands.executeCommand("treeline.verify");
		await marked(file, "syntax");
		await replaceText(document, 'import express from "expres";\n');
		await save(document);
		await until(
			() =>
				vscode.languages
					.getDiagnostics(file)
					.some(({ code }) => code !== "syntax"),
			"saving does not verify it",
		);
		const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
			"vscode.executeCodeLensProvider",
			file,
			10,
		);
		ok(
			lenses[0]?.command?.title.includes("checks"),
			`lenses: ${lenses.map(({ command }) => command?.title)}`,
		);
		equal(
			await isThere(fileIn(first, ERRORS)),
			false,
			"whether it is in the first folder, too",
		);
	});

	it("gets a new challenge where challenges are", async () => {
		await show(fileIn(second, ERRORS));
		const asked = await choosingFolder(null, () =>
			open("waiting-without-falling-over"),
		);
		equal(asked, 0, "questions");
		await active(fileIn(second, "09-waiting-without-falling-over"));
	});

	it("is asked for a folder where none has challenges", async () => {
		const settings = vscode.workspace.getConfiguration("treeline");
		const { Workspace } = vscode.ConfigurationTarget;
		await settings.update("folder", "katas", Workspace);
		const file = fileIn(second, "10-open-the-whole-library", "katas");
		const openLibrary = () => open("open-the-whole-library");
		const said = await saidDuring(async () => {
			equal(await choosingFolder(null, openLibrary), 1, "questions");
		});
		equal(said.join(), "", "messages");
		equal(await isThere(file), false, "whether it is written all the same");
		equal(await choosingFolder("second", openLibrary), 1, "questions");
		await active(file);
		equal(await choosingFolder(null, openLibrary), 0, "questions later");
		await settings.update("folder", undefined, Workspace);
	});

	it("may have a challenge twice: the one that is active counts", async () => {
		const [here, there] = [fileIn(first, ERRORS), fileIn(second, ERRORS)];
		await fs.writeFile(here, bytesOf("let x = (;\n"));
		await show(here);
		await active(here);
		await vscode.commands.executeCommand("treeline.verify");
		await marked(here, "syntax");
		equal(vscode.languages.getDiagnostics(there).length, 0, "marks there");
		await show(there);
		await active(there);
		await vscode.commands.executeCommand("treeline.verify");
		await until(
			() => vscode.languages.getDiagnostics(there).length > 0,
			"the other one is not verified",
		);
		equal(vscode.languages.getDiagnostics(here).length, 0, "marks here");
		await fs.delete(vscode.Uri.joinPath(here, ".."), { recursive: true });
	});

	it("has inline suggestions off in the folder of the active challenge alone", async () => {
		const isOnIn = (root: vscode.Uri) =>
			vscode.workspace
				.getConfiguration("editor.inlineSuggest", root)
				.get<boolean>("enabled");
		const settings = vscode.workspace.getConfiguration("treeline");
		await settings.update("quiet", true, true);
		await show(fileIn(second, ERRORS));
		await until(() => isOnIn(second) === false, "they stay on");
		equal(isOnIn(first), true, "whether they are on in the first folder");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await until(() => isOnIn(second) === true, "they are not restored");
		await until(
			async () => !(await isThere(vscode.Uri.joinPath(second, ".vscode"))),
			"the settings' file stays",
		);
		await settings.update("quiet", false, true);
	});
});
