/** What happens on a disk: links that lead elsewhere, a file where a folder is needed, and files that are written whole or not at all. */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	watch,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { replaceFile } from "../../../session/storage.ts";
import { applyEdit } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { expectRefused } from "../observe.ts";
import { saidDuring } from "../said.ts";

const KEY = { pack: "express", challenge: "check-in-a-new-book" };

function inWorkspace(path: string): string {
	const [root] = vscode.workspace.workspaceFolders ?? [];
	ok(root, "no folder is open");
	return join(root.uri.path, path);
}

const open = () =>
	vscode.commands.executeCommand("treeline.openChallenge", { key: KEY });

describe("on a disk", () => {
	const folder = "treeline/express/03-check-in-a-new-book";

	before(() =>
		vscode.commands.executeCommand("workbench.action.closeAllEditors"),
	);

	// Where a link stands in the workspace, and whether it leads to a file, to a folder or to nothing.
	for (const [what, place, target] of [
		["the folder for challenges", "treeline", "folder"],
		["a pack's folder", "treeline/express", "folder"],
		["a challenge's folder", folder, "folder"],
		["a challenge's file", `${folder}/app.js`, "file"],
		["a challenge's file", `${folder}/app.js`, "nothing"],
	] as const)
		it(`a link to a ${target} elsewhere in place of ${what} is not written through`, async () => {
			const outside = mkdtempSync(join(tmpdir(), "treeline-outside-"));
			const mine = join(outside, "mine.js");
			if (target !== "nothing") writeFileSync(mine, "mine");
			const link = inWorkspace(place);
			const aside = `${link}.aside`;
			mkdirSync(dirname(link), { recursive: true });
			if (existsSync(link)) renameSync(link, aside);
			symlinkSync(target === "folder" ? outside : mine, link);
			try {
				await expectRefused(open, "is a link", vscode.Uri.file(outside));
			} finally {
				rmSync(link);
				if (existsSync(aside)) renameSync(aside, link);
				rmSync(outside, { recursive: true });
			}
		});

	it("a file where the folder should be is told, and left alone", async () => {
		rmSync(inWorkspace(folder), { recursive: true, force: true });
		writeFileSync(inWorkspace(folder), "mine");
		await expectRefused(open, "cannot be written");
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
		await applyEdit((edit) => edit.renameFile(uri, renamed));
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
