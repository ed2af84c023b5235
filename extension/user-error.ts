/** Errors that a person can act on: what happened, and the next step. */
import * as vscode from "vscode";

export class UserError extends Error {
	override name = "UserError";
	constructor(
		readonly detail: string,
		readonly nextStep: string,
	) {
		super(`${detail} ${nextStep}`.trim());
	}
}

/** By its name: the bundle that is loaded later has a copy of the class of its own. */
const isUserError = (error: unknown): error is UserError =>
	error instanceof Error && error.name === "UserError";

/** A text of a pack for a message of VS Code, which would make of `[label](command:…)` a link that runs a command. */
export const withoutLinks = (text: string): string =>
	text.replaceAll(/\]\((?=https?:|command:|file:)/gi, "] (");

/** Runs `work` and shows its error in one message, except a CancellationError. An error that is not a UserError is logged in full and shown in brief. */
export async function showErrors<Result>(
	log: vscode.LogOutputChannel,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await work();
	} catch (error) {
		// The learner has chosen to go no further.
		if (error instanceof vscode.CancellationError) return undefined;
		if (isUserError(error)) {
			log.warn(error.message);
			void vscode.window.showErrorMessage(withoutLinks(error.message));
			return undefined;
		}
		log.error(error instanceof Error ? error : String(error));
		const show = vscode.l10n.t("Show Log");
		void vscode.window
			.showErrorMessage(
				vscode.l10n.t(
					"Treeline could not do this. Its log says why; try again, or reload the window.",
				),
				show,
			)
			.then((chosen) => {
				if (chosen === show) log.show();
			});
		return undefined;
	}
}
