/** Packs that mean harm, and commands without a challenge: one clear message each, nothing is written and nothing runs. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../extension.ts";
import { equal, ok, until } from "../expect.ts";
import { MARKUP, REFUSED } from "../hostile-pack.ts";
import { saidDuring } from "../said.ts";

const open = (pack: string, challenge: string) =>
	saidDuring(() =>
		vscode.commands.executeCommand("treeline.openChallenge", {
			key: { pack, challenge },
		}),
	);

/** What is in the workspace at any depth, and beside it, by path. */
async function everything(): Promise<string[]> {
	const [root] = vscode.workspace.workspaceFolders ?? [];
	ok(root, "no folder is open");
	const paths: string[] = [];
	const look = async (folder: vscode.Uri, isDeep: boolean) => {
		const entries = await vscode.workspace.fs.readDirectory(folder);
		for (const [name, kind] of entries) {
			const uri = vscode.Uri.joinPath(folder, name);
			paths.push(uri.path);
			if (isDeep && kind === vscode.FileType.Directory) await look(uri, true);
		}
	};
	await look(root.uri, true);
	await look(vscode.Uri.joinPath(root.uri, ".."), false);
	return paths.sort();
}

describe("a hostile pack", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	/** Opens a challenge, verifies it in its panel and answers the diagnostics of its file. */
	const openAndVerify = async (challenge: string) => {
		const key = { pack: "hostile", challenge };
		await vscode.commands.executeCommand("treeline.openChallenge", { key });
		await vscode.commands.executeCommand("treeline.verify", { key });
		const api = await extension?.activate();
		const folder = api?.folderOf("hostile", challenge);
		ok(folder, "the challenge has no folder");
		const uri = vscode.Uri.joinPath(folder, "app.js");
		return until(() => {
			const found = vscode.languages.getDiagnostics(uri);
			return found.length > 0 ? found : null;
		}, "no check of the challenge is missed");
	};

	after(async () => {
		const api = await extension?.activate();
		const folder = api?.folderOf("hostile", "scripts");
		if (folder)
			await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, ".."), {
				recursive: true,
			});
	});

	for (const [slug, { said }] of Object.entries(REFUSED))
		it(`"${slug}" is refused in one message, and nothing is written`, async () => {
			const before = await everything();
			const messages = await open("hostile", slug);
			equal(messages.length, 1, "number of messages");
			ok(messages[0]?.includes(said), `it said: ${messages[0]}`);
			ok(
				messages[0]?.includes("Nothing was written"),
				`it said: ${messages[0]}`,
			);
			ok(!messages[0]?.includes("](command:"), `it said: ${messages[0]}`);
			equal((await everything()).join(), before.join(), "the files");
		});

	// The pages' consoles are looked at when the host has ended.
	it("has scripts and links to commands in its texts, and none is run or can be selected", async () => {
		const terminals = vscode.window.terminals.length;
		const [diagnostic] = await openAndVerify("scripts");
		ok(
			diagnostic?.message.startsWith(MARKUP),
			`it said: ${diagnostic?.message}`,
		);
		const key = { pack: "hostile", challenge: "scripts" };
		await vscode.commands.executeCommand("treeline.nextHint", { key });
		const messages = await saidDuring(() =>
			vscode.commands.executeCommand("treeline.showCheckHint", {
				key,
				description: MARKUP,
			}),
		);
		equal(messages.length, 1, "number of messages");
		ok(!messages[0]?.includes("](command:"), `it said: ${messages[0]}`);
		equal(vscode.window.terminals.length, terminals, "number of terminals");
	});

	it("has a pattern without end: its check says so, and others are verified as before", async () => {
		const [diagnostic] = await openAndVerify("endless");
		ok(
			diagnostic?.message.includes("took too long"),
			`it said: ${diagnostic?.message}`,
		);
		await openAndVerify("scripts");
	});
});

describe("what is not there", () => {
	it("a pack that this version does not have", async () => {
		const [message] = await open("../../etc", "passwd");
		ok(
			message?.includes('There is no pack "../../etc"'),
			`it said: ${message}`,
		);
	});

	it("a challenge that its pack does not have", async () => {
		const [message] = await open("express", "nothing");
		ok(
			message?.includes('There is no challenge "nothing"'),
			`it said: ${message}`,
		);
	});
});
