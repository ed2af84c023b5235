/** A challenge from opening to passing, as the editor's own API sees it. */
import * as vscode from "vscode";
import { replaceText } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { saidDuring } from "../said.ts";

const KEY = { pack: "express", challenge: "say-hello-over-http" };
const FOLDER = "treeline/express/01-say-hello-over-http";
const OTHER = "treeline/express/02-look-up-one-book";

const problems = (uri: vscode.Uri) =>
	vscode.languages
		.getDiagnostics(uri)
		.filter(({ source }) => source === "Treeline");

/** The editor in front, once it is one of a file below `folder`. */
const inFront = (folder: string) =>
	until(() => {
		const editor = vscode.window.activeTextEditor;
		return editor?.document.uri.path.includes(`/${folder}/`) ? editor : null;
	}, `no editor of a file in ${folder} is in front`);

describe("a challenge", () => {
	let document: vscode.TextDocument;

	it("opens as files, with the task beside them", async () => {
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const editor = await inFront(FOLDER);
		document = editor.document;
		ok(
			document.uri.path.endsWith(`/${FOLDER}/app.js`),
			`${document.uri.path} is in front`,
		);
		ok(
			document.getText().includes("Answer GET /hello here"),
			"the starter is not in the file",
		);
		const panel = await until(
			() =>
				vscode.window.tabGroups.all
					.flatMap(({ tabs }) => tabs)
					.find(({ input }) => input instanceof vscode.TabInputWebview),
			"no panel stands beside the file",
		);
		equal(panel.label, "Say Hello over HTTP", "the panel's title");
		ok(
			panel.group.viewColumn !== editor.viewColumn,
			"the panel is not beside the file but over it",
		);
	});

	it("does not pass at first, and its nearest miss is marked where it stands", async () => {
		await replaceText(
			document,
			document.getText().replace('from "express"', 'from "expres"'),
		);
		await vscode.commands.executeCommand("treeline.verify");
		const marked = await until(
			() =>
				problems(document.uri).find(({ code }) => code === "importDeclaration"),
			"the wrong import is not marked",
		);
		equal(
			document.getText(marked.range).includes("expres"),
			true,
			"what is marked",
		);
		ok(
			marked.message.includes("`expres` is close to `express`"),
			marked.message,
		);
		equal(marked.severity, vscode.DiagnosticSeverity.Warning, "severity");
	});

	it("says syntax first", async () => {
		await replaceText(
			document,
			`${document.getText()}\napp.get("/hello", (;\n`,
		);
		await vscode.commands.executeCommand("treeline.verify");
		await until(
			() => problems(document.uri).find(({ code }) => code === "syntax"),
			"the syntax error is not marked",
		);
	});

	it("passes once it is right, on saving, and the marks go away", async () => {
		await replaceText(
			document,
			'import express from "express";\n\nconst app = express();\n\napp.get("/hello", (req, res) => {\n  res.json({ message: "Hello" });\n});\n\nexport default app;\n',
		);
		await until(
			async () => (await document.save()) || !document.isDirty,
			"the file was not saved",
		);
		await until(
			() => problems(document.uri).length === 0,
			"marks stay in a file that passes",
		);
	});

	it("keeps what the learner wrote when it is opened again", async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const { document: reopened } = await inFront(FOLDER);
		ok(
			reopened.getText().includes('message: "Hello"'),
			"the learner's text is gone",
		);
	});

	it("shows hints one after another", async () => {
		await vscode.commands.executeCommand("treeline.nextHint");
		await vscode.commands.executeCommand("treeline.nextHint");
	});

	it("goes on to another challenge in the same panel", async () => {
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: { ...KEY, challenge: "look-up-one-book" },
		});
		const panels = vscode.window.tabGroups.all
			.flatMap(({ tabs }) => tabs)
			.filter(({ input }) => input instanceof vscode.TabInputWebview);
		equal(panels.length, 1, "number of panels");
		equal(panels[0]?.label, "Look Up One Book", "the panel's title");
	});

	it("says so, once, when a file was deleted, and writes nothing by itself", async () => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const uri = vscode.Uri.joinPath(root.uri, OTHER, "app.js");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.workspace.fs.delete(uri);
		const messages = await saidDuring(() =>
			vscode.commands.executeCommand("treeline.verify", {
				key: { ...KEY, challenge: "look-up-one-book" },
			}),
		);
		equal(messages.length, 1, "number of messages");
		ok(
			messages[0]?.includes("`app.js` is no longer in the challenge's folder"),
			`it said: ${messages[0]}`,
		);
		const there = await vscode.workspace.fs.stat(uri).then(
			() => true,
			() => false,
		);
		equal(there, false, "the file is back");
	});
});
