/// <reference types="mocha" />
/** Runs in a new extension host: activates our extension and an empty one, and lets two new workers verify a challenge and parse its files. */
import type { PublicPack } from "@treeline/packs/format";
import * as vscode from "vscode";
import { createEngine } from "../../engine/engine.ts";
import { MARK, ORDER, type Sample } from "../sample.ts";

const { fs, workspaceFolders } = vscode.workspace;

const read = async (uri: vscode.Uri) =>
	JSON.parse(new TextDecoder().decode(await fs.readFile(uri)));

async function timed(work: () => Thenable<unknown>): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/** Runs all of `work`, the last one first when `reversed`: what comes first pays for what both need. */
async function timeEach<Name extends string>(
	work: Record<Name, () => Thenable<unknown>>,
	reversed: boolean,
): Promise<Record<Name, number>> {
	const names = Object.keys(work) as Name[];
	if (reversed) names.reverse();
	const times = {} as Record<Name, number>;
	for (const name of names) times[name] = await timed(work[name]);
	return times;
}

function extensionCalled(id: string): vscode.Extension<unknown> {
	const extension = vscode.extensions.getExtension(id);
	if (!extension) throw new Error(`VS Code knows no ${id}`);
	if (extension.isActive) throw new Error(`${id} is active already`);
	return extension;
}

it("starts", async () => {
	const [root] = workspaceFolders ?? [];
	if (!root) throw new Error("no folder is open");
	const { reversed } = await read(vscode.Uri.joinPath(root.uri, ORDER));
	const treeline = extensionCalled("treeline.treeline");
	const empty = extensionCalled("treeline.empty");
	const packs: PublicPack[] = await read(
		vscode.Uri.joinPath(treeline.extensionUri, "dist", "packs.json"),
	);
	const challenge = packs[0]?.challenges[0];
	if (!challenge) throw new Error("there is no challenge");
	const { assertions, files } = challenge;

	const activated = await timeEach(
		{
			ours: () => treeline.activate(),
			empty: () => empty.activate(),
		},
		reversed,
	);
	const engines = [
		await createEngine(treeline.extensionUri),
		await createEngine(treeline.extensionUri),
	] as const;
	const verified = await timeEach(
		{
			first: () => engines[0].check(assertions, files),
			parsing: () => engines[1].diagnose(files),
		},
		reversed,
	);
	for (const engine of engines) engine.close();
	console.log(MARK + JSON.stringify({ activated, verified } satisfies Sample));
});
