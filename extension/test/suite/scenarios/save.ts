/** Verification on save while the panel is not visible: the result is shown as problems, and no tab and no focus changes. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { replaceText, save } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";

const KEY = { pack: "express", challenge: "check-in-a-new-book" };

const panels = () =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => input instanceof vscode.TabInputWebview);

const hasSyntaxProblem = (uri: vscode.Uri) =>
	vscode.languages
		.getDiagnostics(uri)
		.some(({ source, code }) => source === "Treeline" && code === "syntax");

/** The editor that has the focus, once it is one of this document. */
const focused = (document: vscode.TextDocument) =>
	until(
		() => vscode.window.activeTextEditor?.document === document,
		`the editor of ${document.uri.path} is not active`,
	);

async function write(document: vscode.TextDocument, text: string) {
	await replaceText(document, text);
	await save(document);
}

describe("saving a file of a challenge", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	let document: vscode.TextDocument;

	it("verifies it while no panel is open, and opens none", async () => {
		const api = await extension?.activate();
		ok(api, "VS Code knows no treeline.treeline");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const folder = api.folderOf(KEY.pack, KEY.challenge);
		ok(folder, "the challenge has no folder");
		document = await vscode.workspace.openTextDocument(
			vscode.Uri.joinPath(folder, "app.js"),
		);
		await until(() => panels().length === 1, "no panel is open");
		await vscode.window.tabGroups.close(panels());
		await until(() => panels().length === 0, "the panel stays open");
		await focused(document);
		equal(api.statusOf(KEY.pack, KEY.challenge), "not_started", "status");

		await write(document, "let x = (;\n");
		await until(
			() => hasSyntaxProblem(document.uri),
			"the syntax error is not marked",
		);
		await until(
			() => api.statusOf(KEY.pack, KEY.challenge) === "attempted",
			"the attempt is not counted",
		);
		equal(panels().length, 0, "number of panels");
		await focused(document);
	});

	it("verifies it while another tab covers the panel, and reveals nothing", async () => {
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const panel = await until(() => panels()[0], "no panel is open");
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const other = vscode.Uri.joinPath(root.uri, "notes.txt");
		await vscode.workspace.fs.writeFile(other, new Uint8Array());
		const cover = await vscode.workspace.openTextDocument(other);
		await vscode.window.showTextDocument(cover, panel.group.viewColumn);
		await until(
			() => panels().every(({ isActive }) => !isActive),
			"the panel is not covered",
		);
		ok(hasSyntaxProblem(document.uri), "the syntax error is not marked");

		await write(document, "let x = 1;\n");
		await until(
			() => !hasSyntaxProblem(document.uri),
			"the syntax error stays marked",
		);
		equal(panels().length, 1, "number of panels");
		equal(panels()[0]?.isActive, false, "whether the panel was revealed");
		await focused(cover);
	});
});
