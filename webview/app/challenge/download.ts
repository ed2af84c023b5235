/** Saves the learner's files as a zip archive. Loaded when it is first used. */
import type { FileEntry } from "@treeline/verify/shapes";
import { strToU8, zipSync } from "fflate";

/** Downloads `files` as `name`.zip, in a folder of that name. */
export function downloadFiles(name: string, files: FileEntry[]): void {
	const archive = zipSync(
		Object.fromEntries(
			files.map(({ path, content }) => [`${name}/${path}`, strToU8(content)]),
		),
	);
	const link = document.createElement("a");
	link.href = URL.createObjectURL(
		new Blob([archive.slice()], { type: "application/zip" }),
	);
	link.download = `${name}.zip`;
	link.click();
	// The browser reads it after the click.
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
