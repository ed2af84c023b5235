/** Grammars of the packages that they were installed with. */
import { readFile } from "node:fs/promises";
import { grammarFiles } from "@treeline/verify/wasm-files";

export const readInstalledGrammar = async (name: string): Promise<Uint8Array> =>
	readFile(grammarFiles().find((file) => file.name === name)?.path ?? name);
