/** Shows the hint of one check; the quick fix of its diagnostic runs it. */
import { plannedRows } from "@treeline/webview/verdict";
import * as vscode from "vscode";
import { UserError, withoutLinks } from "../user-error.ts";
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const showCheckHint: Command = async (
	{ catalog, workspace },
	target,
) => {
	const { assertions } = await catalog.challenge(
		targetChallenge(workspace, target),
	);
	const wanted = (target as { description?: unknown } | undefined)?.description;
	const row = plannedRows(assertions).find(
		({ description }) => description === wanted,
	);
	if (!row?.hint)
		throw new UserError(
			vscode.l10n.t("This check has no hint of its own."),
			vscode.l10n.t(
				"Run “Treeline: Show Next Hint” for the challenge's hints.",
			),
		);
	void vscode.window.showInformationMessage(withoutLinks(row.hint));
};
