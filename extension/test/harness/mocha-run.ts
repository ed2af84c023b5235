/** The suite inside VS Code, run once: a server, a browser, the extension under development, and what its tests told. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildSuite, builtExtension, ENTRY, type HostKind } from "../build.ts";
import { SCRIPT_RAN } from "../suite/hostile-pack.ts";
import { type Result, resultOf } from "../suite/report.ts";
import { addressOf, openBrowser } from "./browser.ts";
import { TEST_DEADLINE_MS } from "./deadline.ts";
import { artifacts } from "./places.ts";
import { startServer } from "./server.ts";

export interface SuiteRun {
	results: Result[];
	/** Why the results are not all there are, or null: the host did not end by itself, or failed beside its tests, or a script of a hostile pack ran. */
	fault: string | null;
}

export interface SuiteOptions {
	/** Folder of the built extension; ours by default. */
	extension?: string;
	scenarios?: string;
	workspace?: string;
	/** Limit in milliseconds after which the host is believed to hang. */
	patience?: number;
}

/** Runs all scenarios in one extension host of `kind`. Never rejects for what happens in VS Code: `fault` tells. */
export async function runSuite(
	kind: HostKind,
	options: SuiteOptions = {},
): Promise<SuiteRun> {
	const extension = options.extension ?? (await builtExtension()).folder;
	const folder = await mkdtemp(join(tmpdir(), `treeline-${kind}-suite-`));
	try {
		await buildSuite(kind, { ...options, folder, extension });
		return await runIn(kind, folder, options);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function runIn(
	kind: HostKind,
	folder: string,
	options: SuiteOptions,
): Promise<SuiteRun> {
	const server = await startServer({
		development: true,
		workspace: options.workspace,
	});
	const browser = await openBrowser();
	const lines: string[] = [];
	const results: Result[] = [];
	try {
		const { page } = browser;
		// The two functions by which a workbench under test reports to what drives it.
		await page.exposeFunction(
			"codeAutomationLog",
			(type: string, words: unknown[]) => {
				const line = words.map(textOf).join(" ");
				const result = resultOf(line);
				if (result) results.push(result);
				else lines.push(`${type}: ${line}`);
			},
		);
		const ended = new Promise<number>((resolve) => {
			void page.exposeFunction("codeAutomationExit", resolve);
		});
		const remote = `vscode-remote://127.0.0.1:${server.port}`;
		await page.goto(
			addressOf(server, [
				["extensionDevelopmentPath", remote + folder],
				["extensionTestsPath", `${remote}${folder}/${ENTRY}`],
			]),
		);
		const patience = options.patience ?? TEST_DEADLINE_MS;
		const code = await Promise.race([ended, pause(patience, null)]);
		if (code === null) {
			await mkdir(artifacts, { recursive: true });
			await page.screenshot({
				path: join(artifacts, `${kind}-host-hangs.png`),
			});
		}
		const ran = [...browser.said, ...lines].find((line) =>
			line.startsWith(`error: ${SCRIPT_RAN}`),
		);
		return {
			results,
			fault: ran ?? faultOf(code, patience, results, lines),
		};
	} finally {
		await browser.close();
		await server.stop();
	}
}

function faultOf(
	code: number | null,
	patience: number,
	results: Result[],
	lines: string[],
): string | null {
	const tail = `\nThe last it said:\n${lines.slice(-30).join("\n")}`;
	if (code === null)
		return `The extension host did not end within ${patience / 1000} s; a picture of it is in .artifacts/vscode.${tail}`;
	if (results.length === 0)
		return `The extension host ended with code ${code} and ran no test.${tail}`;
	if (code !== 0 && results.every(({ error }) => error === null))
		return `The extension host ended with code ${code}, although no test failed.${tail}`;
	return null;
}

function textOf(word: unknown): string {
	return typeof word === "string" ? word : JSON.stringify(word);
}
