/** The engine in this extension host gives the verdicts that it gives under Bun, on every case of the repository. */
import * as vscode from "vscode";
import { disagreements } from "../../verdicts/verdicts.ts";
import { equal, ok } from "../expect.ts";

/** An address below which `fetch` answers with files of the extension: a web worker has no other way to read them by name. */
const WASM = "https://grammars.invalid/";

describe("verdicts", () => {
	const extension = vscode.extensions.getExtension("treeline.treeline");
	ok(extension, "VS Code knows no treeline.treeline");
	const { extensionUri } = extension;
	const fetchAnything = globalThis.fetch;

	before(() => {
		globalThis.fetch = (async (address: string) => {
			const name = String(address).slice(WASM.length);
			const file = vscode.Uri.joinPath(
				extensionUri,
				"dist/page/tree-sitter",
				name,
			);
			return new Response(
				new Uint8Array(await vscode.workspace.fs.readFile(file)),
			);
		}) as typeof fetch;
	});
	after(() => {
		globalThis.fetch = fetchAnything;
	});

	it("are those of Bun", async () => {
		const read = async (name: string) =>
			JSON.parse(
				new TextDecoder().decode(
					await vscode.workspace.fs.readFile(
						vscode.Uri.joinPath(extensionUri, "test", name),
					),
				),
			);
		const differing = await disagreements(await read("table.json"), WASM, () =>
			read("verdicts.json"),
		);
		equal(differing.slice(0, 3).join("\n"), "", "verdicts that differ");
	});
});
