/** The bundled packs and those that were added: read once, when first needed; no network is necessary. */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import type { ChallengeKey } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { AddedPacks } from "./added-packs.ts";

export type { ChallengeKey };

export interface Catalog {
	packs(): Promise<PublicPack[]>;
	/** Rejects with UserError when there is none. */
	pack(slug: string): Promise<PublicPack>;
	challenge(key: ChallengeKey): Promise<PublicChallenge>;
	/** Null when there is no such challenge, and when the packs cannot be read. */
	find(key: ChallengeKey): Promise<PublicChallenge | null>;
	/** Whether `find` finds a challenge. */
	has(key: ChallengeKey): Promise<boolean>;
	/** Packs were added, removed or changed. */
	readonly onDidChange: vscode.Event<void>;
}

/** The catalog of `dist/packs.json`, which the build made from the packs' files, and of `added`; an added pack comes in place of a bundled one with its slug. */
export function createCatalog(
	extensionUri: vscode.Uri,
	added: AddedPacks,
	log: vscode.LogOutputChannel,
): Catalog {
	let loading: Promise<PublicPack[]> | null = null;
	const changed = new vscode.EventEmitter<void>();
	added.onDidChange(() => {
		loading = null;
		changed.fire();
	});
	const readAll = async () => {
		const [bundled, more] = await Promise.all([
			read(extensionUri),
			added.sources.length > 0 ? added.read() : [],
		]);
		const replaced = new Set(more.map(({ manifest }) => manifest.slug));
		return [
			...bundled.filter(({ manifest }) => !replaced.has(manifest.slug)),
			...more,
		];
	};
	const packs = () => {
		loading ??= readAll().catch((error) => {
			loading = null;
			log.error("The packs could not be read.", error);
			throw new UserError(
				vscode.l10n.t(
					"The challenge packs could not be read from the extension's folder.",
				),
				vscode.l10n.t("Reinstall the extension, then reload the window."),
			);
		});
		return loading;
	};
	const pack = async (slug: string) =>
		(await packs()).find(({ manifest }) => manifest.slug === slug) ??
		missing(
			vscode.l10n.t(
				'There is no pack "{0}" in this version of Treeline.',
				slug,
			),
		);
	const challenge = async (key: ChallengeKey) =>
		(await pack(key.pack)).challenges.find(
			({ slug }) => slug === key.challenge,
		) ??
		missing(
			vscode.l10n.t(
				'There is no challenge "{0}" in the pack "{1}" in this version of Treeline.',
				key.challenge,
				key.pack,
			),
		);
	const find = (key: ChallengeKey) => challenge(key).catch(() => null);
	return {
		packs,
		pack,
		challenge,
		find,
		has: async (key) => (await find(key)) !== null,
		onDidChange: changed.event,
	};
}

/** A key that comes from elsewhere; null for any other value. */
export function challengeKeyOf(value: unknown): ChallengeKey | null {
	const key = value as Partial<ChallengeKey> | null | undefined;
	return typeof key?.pack === "string" && typeof key.challenge === "string"
		? { pack: key.pack, challenge: key.challenge }
		: null;
}

export const keyText = ({ pack, challenge }: ChallengeKey): string =>
	`${pack}/${challenge}`;

async function read(extensionUri: vscode.Uri): Promise<PublicPack[]> {
	const file = vscode.Uri.joinPath(extensionUri, "dist", "packs.json");
	const bytes = await vscode.workspace.fs.readFile(file);
	return JSON.parse(new TextDecoder().decode(bytes));
}

function missing(detail: string): never {
	throw new UserError(
		detail,
		vscode.l10n.t("Choose another one in the Packs view."),
	);
}
