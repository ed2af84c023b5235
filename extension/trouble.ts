/** Something went wrong that a person can act on: what happened, and the next step. Shown once, where it was asked for. */
import * as vscode from "vscode";

export class Trouble extends Error {
	override name = "Trouble";
	constructor(
		readonly detail: string,
		readonly nextStep: string,
	) {
		super(`${detail} ${nextStep}`);
	}
}

/** Runs `work` and tells of its trouble in one message; what is no Trouble is logged in full and told in brief. */
export async function withTrouble<Result>(
	log: vscode.LogOutputChannel,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof Trouble) {
			log.warn(error.message);
			void vscode.window.showErrorMessage(error.message);
			return undefined;
		}
		log.error(error instanceof Error ? error : String(error));
		const show = "Show Log";
		void vscode.window
			.showErrorMessage(
				"Treeline could not do this. Its log says why; try again, or reload the window.",
				show,
			)
			.then((chosen) => {
				if (chosen === show) log.show();
			});
		return undefined;
	}
}
