/** What happens on a disk: links that lead elsewhere, a file where a folder is needed, and files that are written whole or not at all. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	symlinkSync,
	watch,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { replaceFile } from "../../../session/storage.ts";
import { equal, ok, until } from "../expect.ts";
import { saidDuring } from "../said.ts";

const KEY = { pack: "express", challenge: "check-in-a-new-book" };

function inWorkspace(path: string): string {
	const [root] = vscode.workspace.workspaceFolders ?? [];
	ok(root, "no folder is open");
	return join(root.uri.path, path);
}

const open = () =>
	saidDuring(() =>
		vscode.commands.executeCommand("treeline.openChallenge", { key: KEY }),
	);

describe("on a disk", () => {
	const folder = "treeline/express/03-check-in-a-new-book";

	it("a link in place of a challenge's folder is not written through", async () => {
		const outside = mkdtempSync(join(tmpdir(), "treeline-outside-"));
		const link = inWorkspace(folder);
		mkdirSync(dirname(link), { recursive: true });
		symlinkSync(outside, link);
		const messages = await open();
		equal(messages.length, 1, "number of messages");
		ok(messages[0]?.includes("is a link"), `it said: ${messages[0]}`);
		equal(readdirSync(outside).length, 0, "files outside");
		rmSync(link);
		rmSync(outside, { recursive: true });
	});

	it("a link in place of a challenge's file is not written through", async () => {
		const outside = mkdtempSync(join(tmpdir(), "treeline-outside-"));
		const target = join(outside, "mine.js");
		writeFileSync(target, "mine");
		mkdirSync(inWorkspace(folder), { recursive: true });
		const link = inWorkspace(`${folder}/app.js`);
		symlinkSync(target, link);
		const messages = await open();
		ok(messages[0]?.includes("is a link"), `it said: ${messages[0]}`);
		rmSync(link);
		rmSync(outside, { recursive: true });
	});

	it("a file where the folder should be is told, and left alone", async () => {
		rmSync(inWorkspace(folder), { recursive: true, force: true });
		writeFileSync(inWorkspace(folder), "mine");
		const messages = await open();
		equal(messages.length, 1, "number of messages");
		ok(messages[0]?.includes("cannot be written"), `it said: ${messages[0]}`);
		rmSync(inWorkspace(folder));
	});

	it("a renamed file is told when the challenge is verified, and comes back on request only", async () => {
		await open();
		const { document } = await until(
			() => vscode.window.activeTextEditor,
			"no editor is in front",
		);
		const { uri } = document;
		const renamed = vscode.Uri.joinPath(uri, "..", "renamed.js");
		const edit = new vscode.WorkspaceEdit();
		edit.renameFile(uri, renamed);
		ok(await vscode.workspace.applyEdit(edit), "the rename was refused");
		const messages = await saidDuring(() =>
			vscode.commands.executeCommand("treeline.verify", { key: KEY }),
		);
		ok(
			messages[0]?.includes("`app.js` is no longer in the challenge's folder"),
			`it said: ${messages[0]}`,
		);
	});

	it("a stored file is renamed into its place, never written there", async () => {
		const file = inWorkspace("stored/record.json");
		mkdirSync(dirname(file), { recursive: true });
		const events: string[] = [];
		const watcher = watch(dirname(file), (event, name) => {
			events.push(`${event} ${name}`);
		});
		await replaceFile(vscode.Uri.file(file), "first");
		await replaceFile(vscode.Uri.file(file), "second");
		const last = inWorkspace("stored/last");
		// The events of a folder come in order: after this one all others are there.
		await until(() => {
			if (!existsSync(last)) writeFileSync(last, "");
			return events.includes("rename last");
		}, "the folder's events do not come");
		watcher.close();
		ok(events.includes("rename record.json"), `events: ${events}`);
		ok(!events.includes("change record.json"), `events: ${events}`);
		equal(
			readdirSync(dirname(file)).sort().join(),
			"last,record.json",
			"files",
		);
		rmSync(dirname(file), { recursive: true });
	});
});
