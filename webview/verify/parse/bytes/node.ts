/** Grammar bytes under Bun and Node: from the installed packages, from a folder, or from a URL. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReadBytes } from "../core.ts";
import { installedPath } from "../wasm-files.ts";
import { isWasm, readerFor as webReaderFor } from "./web.ts";

/** Reads below a URL or a folder; without one, each file from the package that it was installed with. */
export function readerFor(basePath?: string): ReadBytes {
	if (basePath === undefined)
		return async (fileName) => readBinary(installedPath(fileName));
	if (/^https?:/.test(basePath)) return webReaderFor(basePath);
	const folder = basePath.startsWith("file:")
		? fileURLToPath(basePath)
		: basePath;
	return (fileName) => readBinary(join(folder, fileName));
}

async function readBinary(path: string): Promise<Uint8Array> {
	const bytes = await readFile(path).catch((problem) => {
		throw new Error(
			`${path} could not be read (${problem.code ?? problem.message}); check wasmBasePath, or leave it out to use the installed grammars`,
			{ cause: problem },
		);
	});
	if (isWasm(bytes)) return bytes;
	throw new Error(
		`${path} is not a WebAssembly binary; copy the grammar files anew`,
	);
}
