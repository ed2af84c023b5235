/** What a learner may call a file of their own: the rule of the pack format, in the words of the page. */
import {
	MAX_FILES,
	type PathIssue,
	pathClash,
	pathIssue,
} from "@treeline/packs/format";
import { t } from "../../l10n/l10n.ts";

/** Why a file beside `others` may not be called `path`, with the next step; null when it may. */
export function fileNameFault(
	path: string,
	others: readonly string[],
): string | null {
	if (others.length >= MAX_FILES)
		return t("A challenge has at most {0} files. Delete one first.", MAX_FILES);
	const issue = pathIssue(path);
	if (issue) return textOf(issue);
	const clash = pathClash([...others, path]);
	switch (clash?.kind) {
		case undefined:
			return null;
		case "twice":
			return t("There is a file of this name. Choose another name.");
		case "case":
			return t(
				"Some systems cannot tell this name from {0}. Choose another name.",
				clash.other,
			);
		case "folder":
			return t(
				"{0} is a file, so it cannot be a folder, too. Choose another name.",
				clash.other,
			);
	}
}

function textOf(issue: PathIssue): string {
	switch (issue.kind) {
		case "empty":
			return t("Enter a name.");
		case "length":
			return t(
				"A name has at most {0} characters. Choose a shorter one.",
				issue.max,
			);
		case "depth":
			return t(
				"A file is at most {0} folders deep. Leave some out.",
				issue.max - 1,
			);
		case "drive":
		case "absolute":
		case "parent":
			return t(
				"The file has to be in the challenge’s folder. Leave out “..”, drive letters and a slash at the start.",
			);
		case "nul":
		case "character":
			return t(
				"A name cannot have any of these characters: {0}",
				'< > : " | ? * \\',
			);
		case "segment":
			return t("There is a folder or file without a name. Leave it out.");
		case "ending":
			return t("No part of a name can end in a dot or a space.");
		case "reserved":
			return t(
				"Windows reserves the name {0}. Choose another name.",
				issue.part,
			);
		case "guarded":
			return t(
				"Files in {0} change how tools behave. Choose another folder.",
				issue.part,
			);
	}
}
