/**
 * How the bundles get VS Code's API. For each file that imports an external module, esbuild copies all of its exports; the API has hundreds,
 * and dozens of files import it, which cost a third of the extension's activation. Here it is required once, and each name is read once.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "esbuild";

const TYPES = createRequire(import.meta.url).resolve(
	"@types/vscode/index.d.ts",
);
/** What newer versions have than the types, which are those of the oldest one that the extension runs in. */
const NEWER = ["McpHttpServerDefinition"];
const DECLARATION =
	/^\texport (?:abstract )?(?:namespace|class|enum|const|let) (\w+)/gm;

export const vscodeModule: Plugin = {
	name: "vscode-module",
	setup(build) {
		build.onResolve({ filter: /^vscode$/ }, ({ kind }) =>
			kind === "import-statement"
				? { path: "vscode", namespace: "vscode" }
				: { path: "vscode", external: true },
		);
		build.onLoad({ filter: /./, namespace: "vscode" }, async () => {
			const types = await readFile(TYPES, "utf8");
			const names = new Set([
				...[...types.matchAll(DECLARATION)].flatMap(([, name]) => name ?? []),
				...NEWER,
			]);
			const lines = [...names].map(
				// What no file uses is left out.
				(name) =>
					`export const ${name} = /* @__PURE__ */ (() => api.${name})();`,
			);
			return {
				contents: `const api = require("vscode");\n${lines.join("\n")}`,
			};
		});
	},
};
