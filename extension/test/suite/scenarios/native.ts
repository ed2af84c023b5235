/** The editor's own surfaces for a challenge: CodeLens, diagnostics with related information, and quick fixes. */
import * as vscode from "vscode";
import { messageOf } from "../../../testing/explorer.ts";
import { replaceText } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";
import { choosing } from "../said.ts";

const KEY = { pack: "express", challenge: "say-hello-over-http" };
const ANSWER = `import express from "express";

const app = express();

app.get("/hello", (req, res) => {
  res.json({ message: "Hello" });
});

export default app;
`;

const lensTitles = async ({ uri }: vscode.TextDocument) =>
	(
		await vscode.commands.executeCommand<vscode.CodeLens[]>(
			"vscode.executeCodeLensProvider",
			uri,
			10,
		)
	)
		// The wider space after an icon is of its drawing.
		.map(({ command }) => command?.title.replace("\u00a0 ", " "))
		.join(" | ");

const lensesAre = (document: vscode.TextDocument, titles: string) =>
	until(
		async () => (await lensTitles(document)) === titles,
		`the lenses are not "${titles}"`,
	);

const diagnosticOf = ({ uri }: vscode.TextDocument, code: string) =>
	until(
		() =>
			vscode.languages
				.getDiagnostics(uri)
				.find((one) => one.source === "Treeline" && one.code === code),
		`no diagnostic has the code ${code}`,
	);

const fixesAt = ({ uri }: vscode.TextDocument, range: vscode.Range) =>
	vscode.commands.executeCommand<vscode.CodeAction[]>(
		"vscode.executeCodeActionProvider",
		uri,
		range,
		vscode.CodeActionKind.QuickFix.value,
	);

describe("native surfaces", () => {
	let document: vscode.TextDocument;

	before(async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: KEY,
		});
		const editor = await until(
			() =>
				vscode.window.visibleTextEditors.find(({ document }) =>
					document.uri.path.endsWith("/01-say-hello-over-http/app.js"),
				),
			"no editor of the challenge is visible",
		);
		document = editor.document;
		await replaceText(document, ANSWER.replace('"express"', '"expres"'));
		await vscode.commands.executeCommand("treeline.verify", { key: KEY });
	});

	it("shows the checks above the first line, and hides them when the setting is off", async () => {
		await lensesAre(document, "$(checklist) 5/6 checks | Verify | Next Hint");
		const settings = vscode.workspace.getConfiguration("treeline");
		await settings.update("codeLens", false, true);
		await lensesAre(document, "");
		await settings.update("codeLens", undefined, true);
		await lensesAre(document, "$(checklist) 5/6 checks | Verify | Next Hint");
	});

	it("says in a diagnostic what was expected and what was found", async () => {
		const { relatedInformation = [] } = await diagnosticOf(
			document,
			"importDeclaration",
		);
		equal(
			relatedInformation.map(({ message }) => message).join(" | "),
			"Expected: express | Found: expres",
			"related information",
		);
	});

	it("offers the check's hint, and a replacement only for the text that was verified", async () => {
		const { range } = await diagnosticOf(document, "importDeclaration");
		const titles = async () =>
			(await fixesAt(document, range)).map(({ title }) => title);
		const offered = await titles();
		ok(offered.includes("Write `express`"), `offered: ${offered}`);
		ok(
			offered.some((title) =>
				/^Show (hint for this check|next hint)$/.test(title),
			),
			`offered: ${offered}`,
		);
		await replaceText(document, `// Changed.\n${document.getText()}`);
		ok(
			!(await titles()).includes("Write `express`"),
			"a replacement is offered for a text that was not verified",
		);
	});

	it("writes the replacement, after which the check passes", async () => {
		await replaceText(document, ANSWER.replace('"express"', '"expres"'));
		await vscode.commands.executeCommand("treeline.verify", { key: KEY });
		const { range } = await diagnosticOf(document, "importDeclaration");
		const fix = (await fixesAt(document, range)).find(
			({ title }) => title === "Write `express`",
		);
		ok(fix?.edit, "the fix has no edit");
		ok(await vscode.workspace.applyEdit(fix.edit), "the edit was refused");
		equal(document.getText(), ANSWER, "the file's text");
		await vscode.commands.executeCommand("treeline.verify", { key: KEY });
		await lensesAre(document, "$(pass) 6/6 checks | Verify | Next Challenge");
		equal(
			vscode.languages.getDiagnostics(document.uri).length,
			0,
			"diagnostics",
		);
	});

	it("has plain text as the message of a test", () => {
		const row = { message: "`post` is not `get`", location: null };
		const folder = vscode.Uri.joinPath(document.uri, "..");
		equal(
			messageOf({ ...row, nearMiss: null }, { folder }).message,
			"post is not get",
			"message",
		);
	});

	it("verifies what is open when all tests are run", async () => {
		await replaceText(document, ANSWER.replace("app.get", "app.post"));
		await vscode.commands.executeCommand("testing.runAll");
		await lensesAre(document, "$(checklist) 5/6 checks | Verify | Next Hint");
	});

	it("compares a file with its starter in the diff editor", async () => {
		await vscode.window.showTextDocument(document);
		await vscode.commands.executeCommand("treeline.compareWithStarter", {
			key: KEY,
		});
		const diff = await until(() => {
			const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
			return input instanceof vscode.TabInputTextDiff ? input : null;
		}, "no diff editor is active");
		equal(diff.modified.toString(), document.uri.toString(), "modified file");
		const original = await vscode.workspace.openTextDocument(diff.original);
		ok(
			original.getText().includes("Answer GET /hello here"),
			"the original is not the starter",
		);
	});

	it("compares with an earlier attempt, and restores it", async () => {
		await vscode.window.showTextDocument(document);
		ok(document.getText() !== ANSWER, "the file is the attempt already");
		await choosing("All 6 checks pass", () =>
			vscode.commands.executeCommand("treeline.compareWithAttempt", {
				key: KEY,
			}),
		);
		const diff = await until(() => {
			const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
			return input instanceof vscode.TabInputTextDiff &&
				!input.original.path.includes("/starter/")
				? input
				: null;
		}, "no diff editor with an attempt is active");
		const original = await vscode.workspace.openTextDocument(diff.original);
		equal(original.getText(), ANSWER, "the attempt's text");

		await choosing("All 6 checks pass", () =>
			vscode.commands.executeCommand("treeline.restoreAttempt", { key: KEY }),
		);
		equal(document.getText(), ANSWER, "the file's text");
		await until(
			async () => (await document.save()) || !document.isDirty,
			"the file was not saved",
		);
		await lensesAre(document, "$(pass) 6/6 checks | Verify | Next Challenge");
	});

	it("opens the next challenge, and continues with one that is not passed", async () => {
		const opened = (folder: string) =>
			until(
				() =>
					vscode.window.activeTextEditor?.document.uri.path.includes(folder),
				`no file in ${folder} is active`,
			);
		await vscode.commands.executeCommand("treeline.nextChallenge", {
			key: KEY,
		});
		await opened("/02-look-up-one-book/");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		await vscode.commands.executeCommand("treeline.continue");
		await opened("/02-look-up-one-book/");
	});
});
