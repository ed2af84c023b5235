/** Offers the files of the newest attempt on the account, such as one made on the web, where the learner has not begun here yet. */
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import { serverIds } from "../session/server-ids.ts";
import type { CommandContext } from "./index.ts";

/** Resolves before the learner has answered; without an account, a network or an attempt nothing is offered. */
export async function offerAccountAttempt(
	{ account, catalog, workspace, log }: CommandContext,
	key: ChallengeKey,
): Promise<void> {
	await account.restored;
	if (!account.signedIn) return;
	const { files: starter } = await catalog.challenge(key);
	if (!includesAll(await workspace.files(key), starter)) return;
	const found = await newestAttempt(account, key).catch((error) => {
		log.info(`The account's attempts could not be read: ${error}`);
		return null;
	});
	if (!found || includesAll(found.files, starter)) return;
	const use = vscode.l10n.t("Continue with It");
	void vscode.window
		.showInformationMessage(
			vscode.l10n.t(
				"Your account has an attempt at this challenge of {0}.",
				new Date(found.at).toLocaleString(vscode.env.language),
			),
			use,
		)
		.then(async (chosen) => {
			// As one edit, which undo takes back.
			if (chosen === use) await workspace.replaceFiles(key, found.files);
		})
		.then(undefined, (error) => log.error(error));
}

async function newestAttempt(
	account: CommandContext["account"],
	key: ChallengeKey,
) {
	const client = account.client();
	const id = (await serverIds(client, [keyText(key)])).get(keyText(key));
	const [newest] = id ? await client.attemptsAt(id) : [];
	if (!newest) return null;
	const { files } = await client.attempt(newest._id);
	return files && files.length > 0 ? { at: newest.attemptedAt, files } : null;
}

interface File {
	path: string;
	content: string;
}

/** Whether `files` has each of `others`, with the same content. */
const includesAll = (files: readonly File[], others: readonly File[]) =>
	others.every(({ path, content }) =>
		files.some((each) => each.path === path && each.content === content),
	);
