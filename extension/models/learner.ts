/** The learner of this window, as the tools for language models see them. */
import type { Learner } from "@treeline/packs/learner-tools";
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Verification } from "../engine/verification.ts";
import type { Panels } from "../panel/panels.ts";
import type { ProgressStore } from "../session/progress.ts";

export interface ModelServices {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
	panels: Panels;
	verification: Verification;
	log: vscode.LogOutputChannel;
}

export const createLearner = ({
	catalog,
	workspace,
	progress,
	panels,
	verification,
}: ModelServices): Learner => ({
	packs: catalog.packs,
	current() {
		const file = vscode.window.activeTextEditor?.document.uri;
		return (file ? workspace.keyOf(file) : null) ?? workspace.active;
	},
	statusOf: (key) => progress.of(key).status,
	async open(key) {
		await workspace.open(key);
		await panels.show(key);
		return vscode.workspace.asRelativePath(await workspace.locate(key));
	},
	async verify(key) {
		const missing = await workspace.missing(key);
		if (missing.length > 0)
			throw new Error(
				`The challenge's folder lacks ${missing.map((path) => `\`${path}\``).join(", ")}. Call treeline_open, which writes the starter's version.`,
			);
		return (await verification.verify(key)).check;
	},
	async nextHint(key, count) {
		const before = progress.of(key).hintsShown;
		if (before >= count) return null;
		const inPanel = await panels.hintIfVisible(key);
		const shown = inPanel?.shown ?? before + 1;
		await progress.update(key, { hintsShown: shown });
		return shown;
	},
});
