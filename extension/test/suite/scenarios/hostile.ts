/** Packs that mean harm, and commands without a challenge: one clear message each, and nothing is written. */
import * as vscode from "vscode";
import { equal, ok } from "../expect.ts";
import { HOSTILE } from "../hostile-pack.ts";
import { saidDuring } from "../said.ts";

const open = (pack: string, challenge: string) =>
	saidDuring(() =>
		vscode.commands.executeCommand("treeline.openChallenge", {
			key: { pack, challenge },
		}),
	);

/** What stands below the workspace, by path. */
async function everything(): Promise<string[]> {
	const [root] = vscode.workspace.workspaceFolders ?? [];
	ok(root, "no folder is open");
	const paths: string[] = [];
	const look = async (uri: vscode.Uri) => {
		for (const [name, kind] of await vscode.workspace.fs.readDirectory(uri)) {
			const below = vscode.Uri.joinPath(uri, name);
			paths.push(below.path);
			if (kind === vscode.FileType.Directory) await look(below);
		}
	};
	await look(root.uri);
	return paths.sort();
}

describe("a hostile pack", () => {
	for (const [slug, { said }] of Object.entries(HOSTILE))
		it(`"${slug}" is refused in one message, and nothing is written`, async () => {
			const before = await everything();
			const messages = await open("hostile", slug);
			equal(messages.length, 1, "number of messages");
			ok(messages[0]?.includes(said), `it said: ${messages[0]}`);
			ok(
				messages[0]?.includes("Nothing was written"),
				`it said: ${messages[0]}`,
			);
			equal((await everything()).join(), before.join(), "the files");
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
