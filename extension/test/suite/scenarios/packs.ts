/** Packs of the learner's own, and of authors: added from a folder and a file, validated on save, tried and previewed. */
import * as vscode from "vscode";
import type { TreelineApi } from "../../../treeline-api.ts";
import { applyEdit, save } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { answering, saidDuring } from "../said.ts";

const { fs } = vscode.workspace;
const SOLUTION = "export function greet(name) {\n  return name;\n}\n";
const CHALLENGE = {
	title: "Greet",
	difficulty: "beginner",
	tags: [],
	timeEstimateSeconds: 60,
	scaffolded: true,
	hints: [],
	assertions: {
		perFile: {
			"greet.js": [
				{
					type: "codePattern",
					description: "`greet.js` exports `greet`.",
					pattern: "export function greet($name) {\n  return $_;\n}",
				},
			],
		},
	},
};
const manifestOf = (slug: string) => ({
	name: `Pack ${slug}`,
	slug,
	description: "A pack.",
	language: "javascript",
	version: "1.0.0",
	author: "An author",
	tags: [],
	challenges: ["challenges/01-greet.json"],
});

describe("packs that are added", () => {
	const extension =
		vscode.extensions.getExtension<TreelineApi>("treeline.treeline");
	let api: TreelineApi;
	let root: vscode.Uri;
	let challengeFile: vscode.Uri;

	const at = (...path: string[]) => vscode.Uri.joinPath(root, ...path);
	const write = (uri: vscode.Uri, content: unknown) =>
		fs.writeFile(
			uri,
			new TextEncoder().encode(
				typeof content === "string"
					? content
					: `${JSON.stringify(content, null, "\t")}\n`,
			),
		);
	/** Replaces the first `text` of a document, and saves it. */
	const replace = async (
		document: vscode.TextDocument,
		text: string,
		by: string,
	) => {
		const begin = document.getText().indexOf(text);
		await applyEdit((edit) =>
			edit.replace(
				document.uri,
				new vscode.Range(
					document.positionAt(begin),
					document.positionAt(begin + text.length),
				),
				by,
			),
		);
		await save(document);
	};
	const opened = (pack: string) =>
		until(
			() =>
				vscode.window.activeTextEditor?.document.uri.path.includes(
					`/treeline/${pack}/01-greet/greet.js`,
				),
			`no file of ${pack} is active`,
		);
	const open = (pack: string) =>
		vscode.commands.executeCommand("treeline.openChallenge", {
			key: { pack, challenge: "greet" },
		});
	const add = (uri: vscode.Uri) =>
		vscode.commands.executeCommand("treeline.addPack", uri);

	before(async () => {
		ok(extension, "VS Code knows no treeline.treeline");
		api = await extension.activate();
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		ok(folder, "no folder is open");
		root = vscode.Uri.joinPath(folder.uri, "my-packs");
		challengeFile = at("mine/challenges/01-greet/challenge.json");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await write(at("mine/pack.json"), manifestOf("mine"));
		await write(challengeFile, CHALLENGE);
		const text = (name: string, content: string) =>
			write(at("mine/challenges/01-greet", name), content);
		await text("prompt.md", "Greet.\n");
		await text("starter/greet.js", "// Write greet here.\n");
		await text("solution/greet.js", SOLUTION);
	});
	after(() => fs.delete(root, { recursive: true }));

	it("come from a folder, open as files and are verified", async () => {
		await add(at("mine/pack.json"));
		await open("mine");
		await opened("mine");
		const document = vscode.window.activeTextEditor?.document;
		ok(document, "no editor is active");
		equal(document.getText(), "// Write greet here.\n", "the starter");
		// Of a file written past the editor in a folder this new, VS Code may miss the change.
		await replace(document, "// Write greet here.\n", SOLUTION);
		await vscode.commands.executeCommand("treeline.verify", {
			key: { pack: "mine", challenge: "greet" },
		});
		await until(
			() => api.statusOf("mine", "greet") === "passed",
			"the challenge does not pass",
		);
	});

	it("come from one .json file", async () => {
		await write(at("one.json"), {
			manifest: manifestOf("one"),
			challenges: [
				{
					...CHALLENGE,
					slug: "greet",
					prompt: "Greet.",
					files: [{ path: "greet.js", content: SOLUTION }],
					scaffold: [{ path: "greet.js", content: "// Here.\n" }],
				},
			],
		});
		await add(at("one.json"));
		await open("one");
		await opened("one");
	});

	it("are refused with what is wrong, and nothing is added", async () => {
		await write(at("bad.json"), {
			manifest: { ...manifestOf("bad"), version: "first" },
			challenges: [],
		});
		const said = await saidDuring(() => add(at("bad.json")));
		ok(
			said.length === 1 && said[0]?.includes("`version` must match"),
			`it said: ${said}`,
		);
		const later = await saidDuring(() => open("bad"));
		ok(later[0]?.includes('no pack "bad"'), `it said: ${later}`);
	});

	it("keep a learner's files when they change, say what changed and offer the new starter", async () => {
		const folder = api.folderOf("mine", "greet");
		ok(folder, "the challenge has no folder");
		const starter = "// Write greet here, and export it.\n";
		await write(at("mine/challenges/01-greet/starter/greet.js"), starter);
		await vscode.commands.executeCommand("treeline.refreshPacks");
		const said = await answering("Use New Starter", () => open("mine"));
		ok(
			said.some((each) => each.includes("greet.js")),
			`it said: ${said}`,
		);
		const file = await vscode.workspace.openTextDocument(
			vscode.Uri.joinPath(folder, "greet.js"),
		);
		await until(() => file.getText() === starter, "the starter is the old one");
		equal((await saidDuring(() => open("mine"))).length, 0, "messages later");
	});

	it("are validated when a file of theirs is saved, with exact places", async () => {
		const document = await vscode.workspace.openTextDocument(challengeFile);
		await vscode.window.showTextDocument(document);
		const problems = () =>
			vscode.languages
				.getDiagnostics(document.uri)
				.filter(({ source }) => source === "Treeline");
		await replace(document, '"beginner"', '"novice"');
		const found = await until(() => problems()[0], "nothing is marked");
		ok(found.message.includes("`difficulty`"), `it says: ${found.message}`);
		ok(
			document.lineAt(found.range.start.line).text.includes('"difficulty"'),
			`line ${found.range.start.line} is marked`,
		);
		await replace(document, '"novice"', '"beginner"');
		await until(() => problems().length === 0, "the mark stays");
	});

	it("show where a check matches the reference", async () => {
		const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
			"vscode.executeCodeLensProvider",
			challengeFile,
			10,
		);
		const { command } = await until(
			() => lenses.find((each) => each.command?.title === "Try this check"),
			"no lens is offered",
		);
		ok(command, "the lens has no command");
		const said = await saidDuring(() =>
			vscode.commands.executeCommand(
				command.command,
				...(command.arguments ?? []),
			),
		);
		ok(said[0]?.includes("The reference passes"), `it said: ${said}`);
		ok(
			vscode.window.visibleTextEditors.some((each) =>
				each.document.uri.path.endsWith("/solution/greet.js"),
			),
			"the reference is not shown",
		);
	});

	it("get a new challenge that validates", async () => {
		const window = vscode.window as { showInputBox: unknown };
		const before = window.showInputBox;
		window.showInputBox = async () => "say-goodbye";
		try {
			const said = await saidDuring(() =>
				vscode.commands.executeCommand(
					"treeline.newChallenge",
					at("mine/pack.json"),
				),
			);
			equal(said.join(), "", "messages");
		} finally {
			window.showInputBox = before;
		}
		const text = async (uri: vscode.Uri) =>
			new TextDecoder().decode(await fs.readFile(uri));
		const { challenges } = JSON.parse(await text(at("mine/pack.json")));
		equal(challenges[1], "challenges/02-say-goodbye.json", "the second");
		const file = at("mine/challenges/02-say-goodbye/challenge.json");
		equal(JSON.parse(await text(file)).title, "Say Goodbye", "the title");
		await vscode.commands.executeCommand("treeline.refreshPacks");
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: { pack: "mine", challenge: "say-goodbye" },
		});
		await until(
			() =>
				vscode.window.activeTextEditor?.document.uri.path.includes(
					"/treeline/mine/02-say-goodbye/",
				),
			"no file of the new challenge is active",
		);
	});

	it("are previewed as a learner sees them", async () => {
		await vscode.commands.executeCommand(
			"treeline.previewChallenge",
			challengeFile,
		);
		await opened("mine");
		for (const slug of ["mine", "one"])
			await vscode.commands.executeCommand("treeline.removePack", {
				pack: { manifest: { slug } },
			});
		const said = await saidDuring(() => open("one"));
		ok(said[0]?.includes('no pack "one"'), `it said: ${said}`);
	});
});
