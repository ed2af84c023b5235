/** Starts extension hosts one after another, each in a new window, with our extension and an empty one in it. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json";
import {
	buildSuite,
	builtExtension,
	ENTRY,
	type HostKind,
} from "../test/build.ts";
import {
	addressOf,
	type Browser,
	openBrowser,
} from "../test/harness/browser.ts";
import { TEST_DEADLINE_MS } from "../test/harness/deadline.ts";
import { type Server, startServer } from "../test/harness/server.ts";
import { packFolder } from "../vsix.ts";
import { MARK, ORDER, type Sample } from "./sample.ts";

/** One sample of each of `count` starts of a host of `kind`, after one that warms up the machine's caches. */
export async function sampleStarts(
	kind: HostKind,
	count: number,
): Promise<Sample[]> {
	const top = await mkdtemp(join(tmpdir(), `treeline-${kind}-bench-`));
	const ours = join(top, "ours");
	await layOutOurs(kind, ours);
	const server = await startServer({
		development: true,
		vsix: await packEmpty(kind, join(top, "empty")),
	});
	const browser = await openBrowser();
	try {
		const samples: Sample[] = [];
		for (let start = 0; start <= count; start++) {
			await Bun.write(
				join(server.workspace, ORDER),
				JSON.stringify({ reversed: start % 2 === 1 }),
			);
			samples.push(await startHost(server, browser, ours));
		}
		return samples.slice(1);
	} finally {
		await browser.close();
		await server.stop();
		await rm(top, { recursive: true, force: true });
	}
}

/** Our extension with the scenario in it. Nothing but the scenario activates it. */
async function layOutOurs(kind: HostKind, folder: string): Promise<void> {
	const { folder: extension } = await builtExtension();
	const scenarios = join(import.meta.dir, "scenarios");
	await buildSuite(kind, { folder, extension, scenarios });
	// Without the packs of the tests.
	await cp(join(extension, "dist/packs.json"), join(folder, "dist/packs.json"));
	const file = Bun.file(join(folder, "package.json"));
	await Bun.write(
		file,
		JSON.stringify({ ...(await file.json()), activationEvents: [] }),
	);
}

/** An extension that does nothing, packed: a window has one extension under development alone. */
async function packEmpty(kind: HostKind, folder: string): Promise<string> {
	const { publisher, engines, version } = manifest;
	const entry = "extension.cjs";
	const files = {
		"package.json": JSON.stringify({
			name: "empty",
			publisher,
			version,
			engines,
			[kind === "node" ? "main" : "browser"]: `./${entry}`,
			activationEvents: [],
			files: [entry, "LICENSE"],
		}),
		[entry]: "exports.activate = () => {};\n",
		"README.md": "Does nothing.\n",
		LICENSE: "MIT\n",
	};
	for (const [name, text] of Object.entries(files))
		await Bun.write(join(folder, name), text);
	const file = `${folder}.vsix`;
	await packFolder(folder, file);
	return file;
}

async function startHost(
	server: Server,
	browser: Browser,
	ours: string,
): Promise<Sample> {
	const page = await browser.context.newPage();
	const lines: string[] = [];
	const { promise: ended, resolve } = Promise.withResolvers<void>();
	try {
		await page.exposeFunction(
			"codeAutomationLog",
			(_: string, words: unknown[]) => lines.push(words.join(" ")),
		);
		await page.exposeFunction("codeAutomationExit", () => resolve());
		const remote = `vscode-remote://127.0.0.1:${server.port}`;
		await page.goto(
			addressOf(server, [
				["extensionDevelopmentPath", remote + ours],
				["extensionTestsPath", `${remote}${ours}/${ENTRY}`],
			]),
		);
		await Promise.race([ended, Bun.sleep(TEST_DEADLINE_MS)]);
		const line = lines.find((each) => each.startsWith(MARK));
		if (line) return JSON.parse(line.slice(MARK.length));
		throw new Error(
			`The extension host measured nothing. The last it said:\n${lines.slice(-30).join("\n")}`,
		);
	} finally {
		await page.close();
	}
}
