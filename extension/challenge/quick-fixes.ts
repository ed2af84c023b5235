/** Quick fixes for checks that do not pass yet: show the check's hint, or replace a near miss where that surely makes the check pass. */
import type { FileEntry } from "@treeline/verify/shapes";
import { type CheckRow, withoutPlace } from "@treeline/webview/verdict";
import * as vscode from "vscode";
import type { ChallengeKey } from "../catalog/catalog.ts";
import type { Result, Results } from "../engine/results.ts";
import type { Verification } from "../engine/verification.ts";
import { rangeOf } from "./diagnostics.ts";
import { exactReplacement } from "./replacement.ts";
import type { ChallengeWorkspace } from "./workspace.ts";

const { QuickFix } = vscode.CodeActionKind;

export function registerQuickFixes({
	workspace,
	results,
	verification,
}: {
	workspace: ChallengeWorkspace;
	results: Results;
	verification: Verification;
}): vscode.Disposable {
	/** Whether replacements are right, as far as verified. */
	const verified = new WeakMap<CheckRow, Promise<boolean>>();
	const provider: vscode.CodeActionProvider = {
		async provideCodeActions(document, range, context) {
			const key = workspace.keyOf(document.uri);
			const result = key && results.of(key);
			if (!result) return [];
			const open = openChecksAt(result, document.uri, range);
			const actions = await Promise.all(
				open.map(async (row) => {
					const diagnostics = context.diagnostics.filter(
						({ message }) =>
							row.message &&
							message.endsWith(withoutPlace(row.message, row.location)),
					);
					const fix = await replacementFix(row, result, document, diagnostics);
					return [...(fix ? [fix] : []), hintFix(row, key, diagnostics)];
				}),
			);
			return actions.flat();
		},
	};
	const replacementFix = async (
		row: CheckRow,
		result: Result,
		document: vscode.TextDocument,
		diagnostics: vscode.Diagnostic[],
	): Promise<vscode.CodeAction | null> => {
		const file = result.files.find(({ path }) => path === row.location?.file);
		// The result is about another text.
		if (!file || !row.location || file.content !== document.getText())
			return null;
		const found = exactReplacement(
			file.content,
			offsetsOf(document, rangeOf(row.location)),
			row.nearMiss ?? null,
		);
		if (!found) return null;
		const edited =
			file.content.slice(0, found.start) +
			found.text +
			file.content.slice(found.end);
		const files = result.files.map((each) =>
			each === file ? { ...each, content: edited } : each,
		);
		const isRight =
			verified.get(row) ??
			fixes(row, result, files).catch(() => {
				// The engine failed: the next request tries again.
				verified.delete(row);
				return false;
			});
		verified.set(row, isRight);
		if (!(await isRight)) return null;
		const action = new vscode.CodeAction(
			vscode.l10n.t("Write `{0}`", onOneLine(found.text)),
			QuickFix,
		);
		action.diagnostics = diagnostics;
		action.isPreferred = true;
		action.edit = new vscode.WorkspaceEdit();
		action.edit.replace(
			document.uri,
			new vscode.Range(
				document.positionAt(found.start),
				document.positionAt(found.end),
			),
			found.text,
		);
		return action;
	};
	/** Whether the check passes with `files`, and all others that pass now still do. */
	const fixes = async (
		row: CheckRow,
		{ key, verdict }: Result,
		files: FileEntry[],
	): Promise<boolean> => {
		const after = await verification.tryFiles(key, files);
		return (
			after.faults.length === 0 &&
			after.rows.every(
				({ state }, index) =>
					state === "passed" ||
					(verdict.rows[index]?.state !== "passed" &&
						verdict.rows[index] !== row),
			)
		);
	};
	return vscode.languages.registerCodeActionsProvider(
		{ pattern: "**/*" },
		provider,
		{ providedCodeActionKinds: [QuickFix] },
	);
}

/** The checks that do not pass yet and are shown in this file at `range`. */
function openChecksAt(
	{ folder, files, verdict }: Result,
	uri: vscode.Uri,
	range: vscode.Range,
): CheckRow[] {
	return verdict.rows.filter(({ state, location, file }) => {
		if (state !== "open") return false;
		const path = location?.file ?? file ?? files[0]?.path ?? "";
		const at = location ? rangeOf(location) : new vscode.Range(0, 0, 0, 0);
		return (
			vscode.Uri.joinPath(folder, path).toString() === uri.toString() &&
			at.intersection(range) !== undefined
		);
	});
}

function hintFix(
	{ hint, description }: CheckRow,
	key: ChallengeKey,
	diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
	const title = hint
		? vscode.l10n.t("Show hint for this check")
		: vscode.l10n.t("Show next hint");
	const action = new vscode.CodeAction(title, QuickFix);
	action.diagnostics = diagnostics;
	action.command = hint
		? {
				command: "treeline.showCheckHint",
				title,
				arguments: [{ key, description }],
			}
		: { command: "treeline.nextHint", title, arguments: [{ key }] };
	return action;
}

const offsetsOf = (document: vscode.TextDocument, range: vscode.Range) => ({
	start: document.offsetAt(range.start),
	end: document.offsetAt(range.end),
});

/** Most characters of code in a title. */
const MAX_TITLE = 60;

/** Code on one line and not too long for a title. */
function onOneLine(text: string): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1)}…` : line;
}
