/** Where the grammar binaries lie on disk. For builders, which copy them to a static folder, and for the default under Bun and Node. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { coreFile } from "./core.ts";
import { grammarFile, grammarNames } from "./grammars.ts";

/** The package that brings a binary; only TSX has none of its own name. */
const packageOf = (fileName: string) =>
	fileName === grammarFile("tsx")
		? "tree-sitter-typescript"
		: fileName.replace(/\.wasm$/, "");

/** The path of one binary in its installed package; throws with the package and the next step when it is not installed. */
export function installedPath(fileName: string): string {
	const name = packageOf(fileName);
	try {
		// When asked: a CommonJS bundle does not know where it lies, and has no packages beside it either.
		const require = createRequire(import.meta.url);
		// The core exports its binary but not its manifest, the grammars the other way round.
		return fileName === coreFile
			? require.resolve(`${name}/${fileName}`)
			: join(dirname(require.resolve(`${name}/package.json`)), fileName);
	} catch (problem) {
		throw new Error(
			`${fileName} is looked for in the package ${name}, which is not installed; install it or give wasmBasePath`,
			{ cause: problem },
		);
	}
}

/** The eight binaries that a static folder needs: the core and the seven grammars. `name` is the file name to serve it by. */
export const grammarFiles = (): { name: string; path: string }[] =>
	[coreFile, ...grammarNames.map(grammarFile)].map((name) => ({
		name,
		path: installedPath(name),
	}));
