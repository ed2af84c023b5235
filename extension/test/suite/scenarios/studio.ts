/** The studio's panels: which pack is opened, one panel for each, and what an editor without a machine's files says. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { equal, ok, until } from "../expect.ts";
import { choosing, saidDuring } from "../said.ts";

const bytesOf = (value: unknown) =>
	new TextEncoder().encode(JSON.stringify(value));
const open = (file?: vscode.Uri) =>
	vscode.commands.executeCommand("treeline.openStudio", file);
const panels = () =>
	vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.filter(({ input }) => input instanceof vscode.TabInputWebview)
		.map(({ label }) => label)
		.sort();

describe("the studio", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	// A web worker host is one whose extension has no entry for Node.
	const hasFiles = extension?.packageJSON.main !== undefined;
	const [root] = vscode.workspace.workspaceFolders ?? [];
	const lessons = vscode.Uri.joinPath(
		root?.uri ?? vscode.Uri.file("/"),
		"packs",
	);
	const challenge = vscode.Uri.joinPath(
		lessons,
		"sums/challenges/01-double-it/challenge.json",
	);

	before(async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		for (const slug of ["sums", "words"])
			await vscode.workspace.fs.writeFile(
				vscode.Uri.joinPath(lessons, slug, "pack.json"),
				bytesOf({ name: slug, slug, challenges: [] }),
			);
		await vscode.workspace.fs.writeFile(challenge, bytesOf({}));
	});
	after(async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.workspace.fs.delete(lessons, { recursive: true });
	});

	it("opens the pack around a file, once", async () => {
		const messages = await saidDuring(async () => {
			await open(challenge);
			await open(vscode.Uri.joinPath(lessons, "sums/pack.json"));
		});
		if (hasFiles) {
			equal(messages.join("\n"), "", "messages");
			await until(() => panels().length > 0, "no panel was opened");
			equal(panels().join(), "Studio of sums", "panels");
		} else
			ok(
				messages[0]?.startsWith("The studio needs the files of a machine."),
				`it said: ${messages[0]}`,
			);
	});

	it("lists the packs of the workspace where no file belongs to one", async () => {
		const messages = await saidDuring(() => choosing("words", () => open()));
		equal(messages.length, hasFiles ? 0 : 1, "messages");
		if (hasFiles)
			await until(
				() => panels().join() === "Studio of sums,Studio of words",
				"the chosen pack was not opened",
			);
	});
});
