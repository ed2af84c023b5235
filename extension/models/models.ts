/** What language models use of the extension. */
import { createTools, type ToolName } from "@treeline/packs/learner-tools";
import * as vscode from "vscode";
import { keyOfTarget } from "../commands/target.ts";
import { createLearner, type ModelServices } from "./learner.ts";
import { createParticipant, followups } from "./participant.ts";

export type Models = ReturnType<typeof createModels>;

export function createModels(services: ModelServices) {
	const learner = createLearner(services);
	const callTool = createTools(learner);
	return {
		answer: createParticipant(learner, callTool, services),
		followups,
		/** Resolves with the answer as JSON; rejects with an error that says the next step. */
		async invokeTool(
			name: string,
			input: object,
		): Promise<vscode.LanguageModelToolResult> {
			const answer = await callTool(name as ToolName, input);
			return new vscode.LanguageModelToolResult([
				new vscode.LanguageModelTextPart(JSON.stringify(answer)),
			]);
		},
		/** What the learner reads while the tool runs; tools that change something ask first. */
		async prepareTool(
			name: string,
			input: object,
		): Promise<vscode.PreparedToolInvocation> {
			const key = keyOfTarget({ key: input }) ?? learner.current();
			const found = key && (await services.catalog.find(key));
			return PREPARED[name as ToolName](
				found
					? vscode.l10n.t("“{0}”", found.title)
					: vscode.l10n.t("a challenge"),
			);
		},
	};
}

/** By the title of the challenge that a call is about, in quotation marks. */
const PREPARED: Record<
	ToolName,
	(title: string) => vscode.PreparedToolInvocation
> = {
	treeline_list: () => ({
		invocationMessage: vscode.l10n.t("Listing challenges"),
	}),
	treeline_open: (title) => ({
		invocationMessage: vscode.l10n.t("Opening {0}", title),
		confirmationMessages: {
			title: vscode.l10n.t("Open {0}?", title),
			message: vscode.l10n.t(
				"Treeline writes those of its starter files that do not exist into your folder and shows its prompt. Your own files stay as they are.",
			),
		},
	}),
	treeline_verify: (title) => ({
		invocationMessage: vscode.l10n.t("Verifying {0}", title),
	}),
	treeline_explain_check: (title) => ({
		invocationMessage: vscode.l10n.t("Explaining a check of {0}", title),
	}),
	treeline_next_hint: (title) => ({
		invocationMessage: vscode.l10n.t("Showing the next hint for {0}", title),
		confirmationMessages: {
			title: vscode.l10n.t("Show the next hint for {0}?", title),
			message: vscode.l10n.t(
				"It counts as used, as if you had shown it yourself.",
			),
		},
	}),
};
