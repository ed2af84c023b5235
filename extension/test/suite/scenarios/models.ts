/**
 * The tools for language models, called through VS Code as a model calls them (tests confirm every question), and the chat participant,
 * asked by its own handler: the chat itself needs a model that signs in.
 */
import * as vscode from "vscode";
import { createMcpServers } from "../../../models/mcp-servers.ts";
import type { TreelineApi } from "../../../treeline-api.ts";
import { replaceText } from "../edit.ts";
import { equal, ok, until } from "../expect.ts";

const KEY = { pack: "express", challenge: "say-hello-over-http" };

interface Check {
	check: number;
	description: string;
	expected: string | null;
	found: string | null;
	line: number | null;
}
interface Answer {
	challenges: { challenge: string; status: string }[];
	total: number;
	prompt: string;
	folder: string;
	files: string[];
	checks: Check[];
	passed: boolean;
	missed: Check[];
	syntaxErrors: object[];
	message: string;
	hint: string;
	number: number;
	of: number;
}

async function call(name: string, input: object): Promise<Answer> {
	const { content } = await vscode.lm.invokeTool(name, {
		input,
		toolInvocationToken: undefined,
	});
	const [part] = content;
	ok(part instanceof vscode.LanguageModelTextPart, "the answer is no text");
	return JSON.parse(part.value);
}

const refusal = (name: string, input: object): Promise<string> =>
	call(name, input).then(
		(answer) => {
			throw new Error(`${name} answered ${JSON.stringify(answer)}`);
		},
		(error) => String(error.message),
	);

type Model = {
	sendRequest(messages: object): Promise<{ text: AsyncIterable<string> }>;
};

/** What `@treeline` says to a prompt. */
async function ask(
	prompt: string,
	model?: Model,
	command?: string,
): Promise<string> {
	const api = await vscode.extensions
		.getExtension<TreelineApi>("treeline.treeline")
		?.activate();
	ok(api?.participant, "there is no chat participant");
	const said: string[] = [];
	const result = await api.participant.requestHandler(
		{ prompt, command, model } as never,
		{ history: [] } as never,
		{ markdown: (text: string) => said.push(text) } as never,
		new vscode.CancellationTokenSource().token,
	);
	equal(result?.errorDetails?.message, undefined, "the error");
	return said.join("");
}

describe("the tools for language models", () => {
	let document: vscode.TextDocument;

	it("are five", () => {
		const ours = vscode.lm.tools.filter(({ name }) =>
			name.startsWith("treeline_"),
		);
		equal(
			ours
				.map(({ name }) => name)
				.sort()
				.join(),
			"treeline_explain_check,treeline_list,treeline_next_hint,treeline_open,treeline_verify",
			"the tools",
		);
	});

	it("list challenges by pack, by words and by status", async () => {
		const { challenges, total } = await call("treeline_list", {
			pack: KEY.pack,
			query: "hello HTTP",
		});
		equal(total, challenges.length, "number of challenges");
		equal(challenges[0]?.challenge, KEY.challenge, "the first one");
		const none = await call("treeline_list", {
			pack: "hostile",
			status: "passed",
		});
		equal(none.total, 0, "number of hostile challenges that are passed");
	});

	it("open a challenge as files, and tell its task without its solution", async () => {
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
		const opened = await call("treeline_open", KEY);
		const editor = await until(
			() =>
				vscode.window.visibleTextEditors.find(({ document }) =>
					document.uri.path.endsWith(`/${opened.folder}/app.js`),
				),
			`no editor of a file in ${opened.folder} is visible`,
		);
		document = editor.document;
		equal(opened.files.join(), "app.js", "files");
		equal(opened.checks.length, 6, "number of checks");
		ok(opened.prompt.includes("/hello"), `the prompt is ${opened.prompt}`);
		ok(
			!/"(debrief|assertions|hint)"/.test(JSON.stringify(opened)),
			"the answer tells more than the task",
		);
	});

	it("verify the files as they are, and explain a check that is missed", async () => {
		await replaceText(document, 'import express from "expres";\n');
		const verified = await call("treeline_verify", KEY);
		equal(verified.passed, false, "whether it passes");
		const missed = verified.missed.find(({ found }) => found === "expres");
		ok(missed, `missed: ${JSON.stringify(verified.missed)}`);
		equal(missed.expected, "express", "what was expected");
		equal(missed.line, 1, "the line");
		const { check } = missed;
		const explained = await call("treeline_explain_check", { check });
		equal(explained.passed, false, "whether the check passes");
		ok(explained.message.includes("is close to `express`"), explained.message);
	});

	it("give the chat participant its answers, in a model's words where there is one", async () => {
		const said = await ask("Why does it not pass?");
		ok(said.includes("GET /hello"), "the answer lacks the task");
		ok(said.includes("is close to `express`"), `it said: ${said}`);

		const sent: string[] = [];
		const worded = await ask("Why does it not pass?", {
			async sendRequest(messages) {
				sent.push(JSON.stringify(messages));
				return {
					text: (async function* () {
						yield "The module's name ";
						yield "is misspelt.";
					})(),
				};
			},
		});
		equal(worded, "The module's name is misspelt.", "the model's words");
		ok(sent[0]?.includes("is close to `express`"), "the facts are not sent");
		ok(!sent[0]?.includes("import express from"), "the learner's code is sent");

		const refused = await ask("Why?", {
			sendRequest: () =>
				Promise.reject(vscode.LanguageModelError.NoPermissions("refused")),
		});
		ok(refused.includes("is close to `express`"), `it said: ${refused}`);
	});

	it("tell syntax errors first", async () => {
		await replaceText(document, "let x = (;\n");
		const { syntaxErrors, missed } = await call("treeline_verify", {});
		ok(syntaxErrors.length > 0, "no syntax error is told");
		equal(missed.length, 0, "number of missed checks");
	});

	it("show one hint after another, and say when there is none left", async () => {
		const first = await call("treeline_next_hint", KEY);
		for (let number = first.number + 1; number <= first.of; number++) {
			const next = await call("treeline_next_hint", KEY);
			equal(next.number, number, "number of the hint");
			ok(next.hint, "the hint is empty");
		}
		const message = await refusal("treeline_next_hint", KEY);
		ok(message.includes(`All ${first.of} hints`), message);
		ok(message.includes("treeline_explain_check"), message);
		ok(
			(await ask("Help")).includes(`**Hint ${first.of}**`),
			"the participant does not tell the hints that are shown",
		);
		equal(
			await ask("", undefined, "hint"),
			"All hints of this challenge are shown already. Use `/verify` to see what is missing.",
			"the participant's answer",
		);
	});

	for (const [what, name, input, said] of [
		["an unknown pack", "treeline_list", { pack: "expres" }, '"express"'],
		[
			"an unknown challenge",
			"treeline_open",
			{ ...KEY, challenge: "say-helo-over-http" },
			'"say-hello-over-http"',
		],
		["half a name", "treeline_verify", { pack: "express" }, "`challenge`"],
		["no such check", "treeline_explain_check", { ...KEY, check: 99 }, "99"],
		["a wrong argument", "treeline_explain_check", KEY, "`check`"],
		[
			"a challenge that may not be written",
			"treeline_open",
			{ pack: "hostile", challenge: "climbs" },
			"Nothing was written",
		],
	] as const)
		it(`refuse ${what} with the next step`, async () => {
			const message = await refusal(name, input);
			ok(message.includes(said), message);
			ok(/\b(Call|Give|Correct|Tell)\b/.test(message), message);
		});

	it("say what to do when the challenge's files are missing", async () => {
		const message = await refusal("treeline_verify", {
			...KEY,
			challenge: "one-desk-for-every-error",
		});
		ok(message.includes("`app.js`"), message);
		ok(message.includes("Call treeline_open"), message);
	});
});

describe("the service's MCP endpoint", () => {
	it("is offered to whoever has a key, which goes to the service that it is for", async () => {
		const stored = new Map<string, string>();
		const changed = new vscode.EventEmitter<{ key: string }>();
		const servers = createMcpServers({
			extension: { packageJSON: { version: "1.0.0" } },
			secrets: {
				get: async (key: string) => stored.get(key),
				onDidChange: changed.event,
			},
		} as never);
		const offered = async () =>
			(await servers.provideMcpServerDefinitions()).map(({ uri }) =>
				uri.toString(),
			);
		equal((await offered()).length, 0, "number of servers without a key");
		const keep = (server: string) =>
			stored.set("treeline.mcpKey", JSON.stringify({ server, key: "secret" }));
		keep("http://localhost:3000");
		const [server] = await servers.provideMcpServerDefinitions();
		ok(server, "no server is offered");
		equal(
			server.uri.toString(),
			"http://localhost:3000/api/mcp",
			"the address",
		);
		equal(JSON.stringify(server.headers), "{}", "headers before use");
		const resolved = await servers.resolveMcpServerDefinition(server);
		equal(resolved.headers["X-Admin-Key"], "secret", "the key");

		keep("https://another.example");
		equal((await offered()).length, 0, "number of servers with another's key");
		server.headers = {};
		await servers.resolveMcpServerDefinition(server);
		equal(JSON.stringify(server.headers), "{}", "headers with another's key");
		servers.dispose();
	});
});
