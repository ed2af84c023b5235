/** `mcp`: a Model Context Protocol server on standard input and output, by which any editor's model helps a learner; it needs no key and no network. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createTools } from "@treeline/packs/learner-tools";
import { createVerifier } from "@treeline/verify/worker";
import { callingFolder } from "../env.ts";
import type { Command } from "../main.ts";
import { createFolderLearner } from "./learner.ts";

export const mcp: Command = {
	usage: "mcp [pack…] [--folder <folder>]",
	summary:
		"serve challenges to a language model by MCP (stdio); the learner's files are in --folder, ./treeline by default",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: { folder: { type: "string" } },
		});
		const folder = resolve(callingFolder(), values.folder ?? "treeline");
		const verifier = createVerifier();
		try {
			const learner = createFolderLearner(positionals, folder, verifier);
			await learner.packs();
			// Not with the other commands: most calls need no protocol.
			const { serve } = await import("./serve.ts");
			await serve(createTools(learner));
			return 0;
		} finally {
			verifier.close();
		}
	},
};
