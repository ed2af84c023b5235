/** What accompanies a learner: results while typing, the filter of the Packs view, and quiet folders. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { equal, ok, until } from "../expect.ts";

const KEY = { pack: "express", challenge: "keep-the-back-room-locked" };

const settings = (section = "treeline") =>
	vscode.workspace.getConfiguration(section);
const problems = ({ uri }: vscode.TextDocument) =>
	vscode.languages
		.getDiagnostics(uri)
		.filter(({ source }) => source === "Treeline");

describe("beside a learner", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	let api: TreelineApi;
	let document: vscode.TextDocument;

	const type = async (text: string) => {
		const edit = new vscode.WorkspaceEdit();
		const whole = new vscode.Range(0, 0, document.lineCount, 0);
		edit.replace(document.uri, whole, text);
		ok(await vscode.workspace.applyEdit(edit), "the edit was refused");
	};

	before(async () => {
		ok(extension, "VS Code knows no treeline.treeline");
		api = await extension.activate();
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const folder = api.folderOf(KEY.pack, KEY.challenge);
		ok(folder, "the challenge has no folder");
		document = await vscode.workspace.openTextDocument(
			vscode.Uri.joinPath(folder, "app.js"),
		);
		await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
	});

	it("verifies while one types when that is on, and counts no attempt", async () => {
		const starter = document.getText();
		equal(problems(document).length, 0, "problems before");
		await settings().update("verifyOnType", true, true);
		await type(`${starter}\n// typed\n`);
		await until(() => problems(document).length > 0, "nothing is marked");
		ok(document.isDirty, "the file was saved");
		equal(api.statusOf(KEY.pack, KEY.challenge), "not_started", "status");
		await settings().update("verifyOnType", undefined, true);
		await type(starter);
		await document.save();
	});

	it("turns inline suggestions off in a challenge, and restores them outside", async () => {
		const enabled = () =>
			settings("editor.inlineSuggest").inspect<boolean>("enabled")
				?.workspaceValue;
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		const outside = vscode.Uri.joinPath(root.uri, "outside.txt");
		await vscode.workspace.fs.writeFile(outside, new Uint8Array());
		await settings("editor.inlineSuggest").update("enabled", true, false);
		await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
		await settings().update("quiet", true, true);
		await until(
			() => enabled() === false,
			"suggestions stay on in a challenge",
		);
		await vscode.window.showTextDocument(outside, {
			viewColumn: vscode.ViewColumn.One,
		});
		await until(() => enabled() === true, "they are not restored outside");
		await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
		await until(() => enabled() === false, "they stay on afterwards");
		await vscode.commands.executeCommand("treeline.toggleQuiet");
		await until(() => enabled() === true, "the switch does not restore them");
		equal(settings().get("quiet"), false, "the setting");
		await settings("editor.inlineSuggest").update("enabled", undefined, false);
	});
});
