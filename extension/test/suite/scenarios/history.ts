/** Earlier attempts on disk, where all windows keep theirs. */
import * as vscode from "vscode";
import { createAttemptHistory } from "../../../challenge/attempt-history.ts";
import type { Result } from "../../../engine/results.ts";
import { equal, ok } from "../expect.ts";

const KEY = { pack: "express", challenge: "say-hello-over-http" };

/** A window's history in `folder`, and how one verifies there. */
function openWindow(folder: vscode.Uri) {
	const changed = new vscode.EventEmitter<typeof KEY>();
	let latest: Result | null = null;
	const warnings: string[] = [];
	const history = createAttemptHistory(
		{ globalStorageUri: folder },
		{ of: () => latest, onDidChange: changed.event },
		{ warn: (message) => warnings.push(message) },
	);
	return {
		warnings,
		verify(content: string) {
			const verdict = { faults: [], passed: false, summary: content };
			const files = [{ path: "app.js", content }];
			latest = { verdict, files } as unknown as Result;
			changed.fire(KEY);
		},
		texts: async () =>
			(await history.of(KEY)).map(({ files }) => files[0]?.content),
	};
}

describe("earlier attempts", () => {
	let folder: vscode.Uri;
	before(() => {
		const [root] = vscode.workspace.workspaceFolders ?? [];
		ok(root, "no folder is open");
		folder = vscode.Uri.joinPath(root.uri, "attempts-of-tests");
	});
	afterEach(() => vscode.workspace.fs.delete(folder, { recursive: true }));

	it("of two windows that verify at once are all kept", async () => {
		const windows = [openWindow(folder), openWindow(folder)];
		const expected: string[] = [];
		for (const round of [1, 2, 3, 4, 5])
			windows.forEach((window, number) => {
				const text = `${number}.${round}`;
				expected.push(text);
				window.verify(text);
			});
		await Promise.all(windows.map(({ texts }) => texts()));
		for (const { texts, warnings } of windows) {
			equal((await texts()).sort().join(), expected.sort().join(), "texts");
			equal(warnings.join(), "", "warnings");
		}
	});

	it("are listed newest first, each text once, 20 at most", async () => {
		const { verify, texts } = openWindow(folder);
		const all = Array.from({ length: 23 }, (_, number) => String(number));
		for (const text of [...all, "7"]) verify(text);
		const newest = ["7", ...all.toReversed().filter((text) => text !== "7")];
		equal((await texts()).join(), newest.slice(0, 20).join(), "texts");
	});

	it("of a version that kept them in one list are split", async () => {
		const list = vscode.Uri.joinPath(
			folder,
			"attempts/express%2Fsay-hello-over-http.json",
		);
		const attempt = (second: number) => ({
			at: `2026-11-23T08:00:0${second}.000Z`,
			passed: false,
			summary: "",
			files: [{ path: "app.js", content: `old ${second}` }],
		});
		await vscode.workspace.fs.writeFile(
			list,
			new TextEncoder().encode(JSON.stringify([attempt(2), attempt(1)])),
		);
		const { verify, texts, warnings } = openWindow(folder);
		verify("new");
		equal((await texts()).join(), "new,old 2,old 1", "texts");
		equal(warnings.join(), "", "warnings");
		const attempts = await vscode.workspace.fs.readDirectory(
			vscode.Uri.joinPath(folder, "attempts"),
		);
		equal(attempts.length, 1, "number of entries");
	});

	it("skip a file that a crash has damaged", async () => {
		const { verify, texts, warnings } = openWindow(folder);
		verify("whole");
		await texts();
		const { fs } = vscode.workspace;
		const look = async (uri: vscode.Uri): Promise<vscode.Uri[]> =>
			(
				await Promise.all(
					(
						await fs.readDirectory(uri)
					).map(async ([name, kind]) => {
						const below = vscode.Uri.joinPath(uri, name);
						return kind === vscode.FileType.Directory ? look(below) : [below];
					}),
				)
			).flat();
		const [file] = await look(folder);
		ok(file, "nothing is stored");
		const bytes = await fs.readFile(file);
		await fs.writeFile(file, bytes.slice(0, bytes.length / 2));
		verify("next");
		equal((await texts()).join(), "next", "texts");
		ok(warnings.join().includes("could not be read"), "nothing is logged");
	});
});
