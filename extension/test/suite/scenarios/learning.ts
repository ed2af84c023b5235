/** What accompanies a learner: results while typing, the filter of the Packs view, and quiet folders. */
import * as vscode from "vscode";
import { quietFolders } from "../../../challenge/quiet-folders.ts";
import type { TreelineApi } from "../../../treeline-api.ts";
import { replaceText } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { answering, choosing } from "../said.ts";

const KEY = { pack: "express", challenge: "keep-the-back-room-locked" };

const settings = (section = "treeline") =>
	vscode.workspace.getConfiguration(section);
/** Inline suggestions in the workspace's folder around a file. */
const suggestionsAt = (uri: vscode.Uri) =>
	vscode.workspace
		.getConfiguration("editor.inlineSuggest", uri)
		.get<boolean>("enabled");
const problems = ({ uri }: vscode.TextDocument) =>
	vscode.languages
		.getDiagnostics(uri)
		.filter(({ source }) => source === "Treeline");

describe("beside a learner", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	let api: TreelineApi;
	let document: vscode.TextDocument;

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
		await replaceText(document, `${starter}\n// typed\n`);
		await until(() => problems(document).length > 0, "nothing is marked");
		ok(document.isDirty, "the file was saved");
		equal(api.statusOf(KEY.pack, KEY.challenge), "not_started", "status");
		await settings().update("verifyOnType", undefined, true);
		await replaceText(document, starter);
		await document.save();
	});

	it("shows the explanation of a challenge that is given up, after a confirmation", async () => {
		const giveUp = () =>
			vscode.commands.executeCommand("treeline.giveUp", { key: KEY });
		const inMenu = (text: string, choice: string | null) =>
			answering(choice, () =>
				choosing(text, () =>
					vscode.commands.executeCommand("treeline.challengeMenu", {
						key: KEY,
					}),
				),
			);
		const status = () => api.statusOf(KEY.pack, KEY.challenge);
		const asked = await inMenu("Give Up…", null);
		ok(asked[0]?.startsWith('Give up "'), `it said: ${asked}`);
		equal(status(), "not_started", "status without a confirmation");
		const messages = await answering("Give Up", giveUp);
		equal(messages.length, 1, `messages: ${messages}`);
		equal(status(), "attempted", "status");
		// The page answers with an error where it shows no explanation.
		equal((await inMenu("Read Explanation", null)).join(), "", "messages");
	});

	it("opens the line in focus by Enter also while the service's results take the place of the lines", async () => {
		type Line = vscode.QuickPickItem & { key: typeof KEY | null };
		const active = new vscode.EventEmitter<Line[]>();
		const accept = new vscode.EventEmitter<void>();
		const none = new vscode.EventEmitter<never>().event;
		const picker = {
			items: [] as Line[],
			activeItems: [],
			selectedItems: [],
			value: "",
			onDidAccept: accept.event,
			onDidChangeActive: active.event,
			onDidChangeValue: none,
			onDidHide: none,
			show() {},
			dispose() {},
		};
		const { window } = vscode;
		const create = window.createQuickPick;
		window.createQuickPick = (() => picker) as never;
		try {
			const opening = vscode.commands.executeCommand("treeline.openChallenge");
			const line = await until(
				() => picker.items.find(({ key }) => key?.challenge === KEY.challenge),
				"nothing is listed",
			);
			active.fire([line]);
			picker.items = picker.items.map((each) => ({ ...each }));
			active.fire([]);
			accept.fire();
			let opened = false;
			void Promise.resolve(opening).then(() => {
				opened = true;
			});
			await until(() => opened, "Enter opens nothing");
		} finally {
			window.createQuickPick = create;
		}
	});

	it("turns inline suggestions off in a challenge, and restores them outside", async () => {
		const enabled = () => suggestionsAt(document.uri);
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

	it("restores at its start the inline suggestions that a crash has left off", async () => {
		const enabled = () => suggestionsAt(document.uri);
		const folder = vscode.workspace.getConfiguration(
			"editor.inlineSuggest",
			document.uri,
		);
		const { WorkspaceFolder } = vscode.ConfigurationTarget;
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await folder.update("enabled", false, WorkspaceFolder);
		const state = new Map<string, unknown>([
			["treeline.quiet", { value: true, hadFile: true }],
		]);
		const next = quietFolders({
			context: {
				workspaceState: {
					keys: () => [...state.keys()],
					get: (key: string) => state.get(key),
					update: async (key, value) => {
						if (value === undefined) state.delete(key);
						else state.set(key, value);
					},
				},
			},
			catalog: { has: async () => false },
			workspace: { keyOf: () => null },
			log: { warn: (message) => ok(false, message) },
		});
		await until(() => enabled() === true, "they stay off");
		await until(() => state.size === 0, "what it restored stays stored");
		next.dispose();
		await folder.update("enabled", undefined, WorkspaceFolder);
	});
});
