/** Which pack the studio opens: one of the workspace, or one that the signed-in author has at the service. */
import * as vscode from "vscode";
import { noPackHere, workspacePacks } from "../authoring/places.ts";
import type { Account } from "../session/account.ts";
import type { StudioPlace } from "./studio.ts";

type OwnPacks = { name: string; slug: string }[];

/** Longest list that the service gives. */
const MAX_PACKS = 100;

interface PlaceItem extends vscode.QuickPickItem {
	place?: StudioPlace;
}

/** The place that is chosen, without asking where there is one only; `around` is offered first. Null when none is chosen. Rejects with UserError where there is none. */
export async function choosePlace(
	around: StudioPlace | null,
	account: Account,
	log: vscode.LogOutputChannel,
): Promise<StudioPlace | null> {
	const own = await packsOf(account, log);
	if (around && own === null) return around;
	const local = (await workspacePacks()).map(
		({ folder, ...item }): PlaceItem & { place: StudioPlace } => ({
			...item,
			place:
				around?.folder?.toString() === folder.toString()
					? around
					: { folder, path: "/studio" },
		}),
	);
	if (own === null) {
		if (local.length === 0) throw noPackHere();
		if (local.length === 1) return local[0]?.place ?? null;
	}
	local.sort((a, b) => Number(b.place === around) - Number(a.place === around));
	const chosen = await vscode.window.showQuickPick<PlaceItem>(
		[...local, ...serviceItems(own)],
		{ placeHolder: vscode.l10n.t("Choose a pack") },
	);
	return chosen?.place ?? null;
}

function serviceItems(own: OwnPacks | null): PlaceItem[] {
	if (own === null) return [];
	return [
		{
			label: vscode.l10n.t("On your account"),
			kind: vscode.QuickPickItemKind.Separator,
		},
		...own.map(({ name, slug }) => ({
			label: name,
			description: slug,
			place: {
				folder: null,
				path: `/studio/${encodeURIComponent(slug)}`,
			},
		})),
		{
			label: vscode.l10n.t("New pack on your account…"),
			iconPath: new vscode.ThemeIcon("add"),
			place: { folder: null, path: "/studio" },
		},
	];
}

/** Null where nobody is signed in, or where the service does not answer. */
async function packsOf(
	account: Account,
	log: vscode.LogOutputChannel,
): Promise<OwnPacks | null> {
	await account.restored;
	if (!account.signedIn) return null;
	try {
		const query = { limit: MAX_PACKS };
		return (await account.client().call("GET /author/packs", { query })).data;
	} catch (error) {
		log.warn(`The packs of the account could not be listed: ${error}`);
		return null;
	}
}
