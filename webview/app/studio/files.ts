/** The files of a document: those of the solution, of the starter, and of each case, by the id of the answer. */
import type { FileEntry } from "@treeline/verify/shapes";
import type { StudioDocument } from "../../host/studio.ts";
import { fieldsOf } from "./checks.ts";

/** The files of the answer `id`, to be changed; a starter that is missing is made. */
export function filesOf(document: StudioDocument, id: string): FileEntry[] {
	const fields = fieldsOf(document);
	if (id === "solution") {
		fields.files ??= [];
		return fields.files;
	}
	if (id === "starter") {
		fields.scaffold ??= [];
		return fields.scaffold;
	}
	const [kind, index] = id.split("/");
	const list =
		kind === "accepted" ? document.cases.accepted : document.cases.rejected;
	return list[Number(index)]?.files ?? [];
}

/** Sets the text of a file; adds the file where it is missing. */
export function setFile(
	document: StudioDocument,
	id: string,
	path: string,
	content: string,
): void {
	const files = filesOf(document, id);
	const file = files.find((one) => one.path === path);
	if (file) file.content = content;
	else files.push({ path, content });
}
