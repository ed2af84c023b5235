/** Packs the built extension into one installable file, `.build/treeline-<version>.vsix`, and prints its size; `npm run vsix -- <folder>` takes other packs. */
import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { buildExtension } from "./build.ts";
import manifest from "./package.json";

/** Builds with the packs below `packs`, those of this repository by default, packs and answers the file. */
export async function packExtension(packs?: string): Promise<string> {
	const folder = await buildExtension(packs);
	const file = join(dirname(folder), `treeline-${manifest.version}.vsix`);
	await packFolder(folder, file);
	return file;
}

/** Packs the built extension in `folder` into `file`. */
export function packFolder(folder: string, file: string): Promise<void> {
	return createVSIX({
		cwd: folder,
		packagePath: file,
		// Everything is bundled: the package has no node_modules.
		dependencies: false,
		allowMissingRepository: true,
		skipLicense: false,
	}) as Promise<void>;
}

if (import.meta.main) {
	const file = await packExtension(process.argv[2]);
	const { size } = await stat(file);
	const name = relative(process.cwd(), file);
	console.log(
		`${name} (${(size / 1024 / 1024).toFixed(1)} MB). Install it with: code --install-extension ${name}`,
	);
}
