/** `studio`: a page in the browser in which an author edits the challenges of a pack and sees at once what each pattern matches. */
import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createVerifier } from "@treeline/verify/worker";
import type { Command } from "../main.ts";
import { findPacks, PACKS } from "../packs.ts";
import { serveStudio } from "./server.ts";

/** The usual port: drafts are kept by the browser for each address, so that it stays the same. */
const PORT = 4870;

export const studio: Command = {
	usage: "studio <pack> [--port <number>]",
	summary:
		"edit a pack in the browser: type a pattern and see what it matches in the solution and in every case",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: { port: { type: "string" } },
		});
		const [name, ...more] = positionals;
		if (!name || more.length > 0)
			throw new Error("Name one pack: `studio express`, or its folder.");
		const packs = await findPacks([name]);
		if (packs.length > 1)
			throw new Error(
				`There are ${packs.length} packs in ${name}; name one: ${packs.map(({ folder }) => folder).join(", ")}.`,
			);
		const [pack] = packs;
		if (!pack) throw new Error(`There is no pack in ${name}.`);
		const verifier = createVerifier();
		const options = {
			pack: await realpath(pack.folder),
			page: await builtPage(),
			token: randomBytes(24).toString("hex"),
			verifier,
		};
		const server = listen(options, values.port);
		console.log(
			`The studio of ${pack.slug} is at\n\n  ${server.url}\n\nOpen this address in your browser. Ctrl+C ends it.`,
		);
		await new Promise((resolve) => {
			process.once("SIGINT", resolve);
			process.once("SIGTERM", resolve);
		});
		await server.stop();
		verifier.close();
		return 0;
	},
};

type Options = Omit<Parameters<typeof serveStudio>[0], "port">;

/** Listens on the port that was asked for; else on the usual one, or on any when that is taken. */
function listen(options: Options, port: string | undefined) {
	if (port !== undefined) {
		if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
			throw new Error(`"${port}" is no port; give a number up to 65535.`);
		return serveStudio({ ...options, port: Number(port) });
	}
	try {
		return serveStudio({ ...options, port: PORT });
	} catch {
		return serveStudio({ ...options, port: 0 });
	}
}

/** The folder of the built page, which is built anew when its sources have changed. */
async function builtPage(): Promise<string> {
	const root = join(PACKS, "..");
	const build = Bun.spawn(
		[process.execPath, join(root, "webview/build.ts"), "--if-stale"],
		{ cwd: root, stdout: "ignore", stderr: "pipe" },
	);
	if ((await build.exited) !== 0)
		throw new Error(await new Response(build.stderr).text());
	return join(root, ".build/page");
}
