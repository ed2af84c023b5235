/** The requests of a panel's page, answered from the packs and the files of this window; the shapes are the API's own. */
import type { PublicPack } from "@treeline/packs/format";
import type { Handlers } from "@treeline/webview/channel";
import type { EditorOffer } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import { type Catalog, keyText } from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Results } from "../engine/results.ts";
import type { Attempts } from "../session/attempts.ts";
import type { Disputes } from "../session/disputes.ts";
import { explanationOf } from "../session/explanation.ts";
import type { ProgressStore } from "../session/progress.ts";
import { panelSettings } from "../session/settings-sync.ts";
import { UserError } from "../user-error.ts";
import { screenOf } from "./screen.ts";

export interface RpcContext {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	progress: ProgressStore;
	attempts: Attempts;
	disputes: Disputes;
	results: Results;
	/** Called when the page has loaded; returns the path of the screen it is to show. */
	ready(): string;
}

/** One handler for each request of the protocol; the compiler names a missing one. */
export function createRpcHandlers({
	catalog,
	workspace,
	progress,
	attempts,
	disputes,
	results,
	ready,
}: RpcContext): Handlers<EditorOffer> {
	/** By challenge, the run that begins with the page's latest reading of the files. */
	const runs = new Map<string, number>();
	return {
		ready: () => ({
			path: ready(),
			progress: progress.all(),
			settings: panelSettings(),
		}),
		packs: async () =>
			(await catalog.packs()).map((pack) => packDetail(pack, progress)),
		pack: async ({ slug }) => packDetail(await catalog.pack(slug), progress),
		challenge: async (key) => {
			const pack = await catalog.pack(key.pack);
			const challenge = await catalog.challenge(key);
			const at = (order: number) => {
				const found = pack.challenges.find((one) => one.order === order);
				return found
					? {
							_id: idOf(key.pack, found.slug),
							slug: found.slug,
							title: found.title,
						}
					: null;
			};
			return {
				...challenge,
				_id: keyText(key),
				packId: key.pack,
				packSlug: key.pack,
				status: progress.of(key).status,
				debrief: await explanationOf({ catalog, progress, attempts }, key),
				previous: at(challenge.order - 1),
				next: at(challenge.order + 1),
				version: 1,
			};
		},
		files: (key) => {
			runs.set(keyText(key), results.begin());
			return workspace.files(key);
		},
		reveal: async ({ key, location }) => {
			await workspace.reveal(key, location);
			return null;
		},
		reset: async (key) => {
			await vscode.commands.executeCommand("treeline.reset", { key });
			return null;
		},
		go: async ({ path }) => {
			await openLink(path);
			return null;
		},
		note: async ({ key, change }) => {
			await progress.update(key, change);
			return null;
		},
		judged: async ({ key, files, check }) => {
			const run = runs.get(keyText(key)) ?? results.begin();
			await results.record(key, run, files, check);
			return null;
		},
		attempt: async (attempt) => {
			await attempts.record(attempt);
			return null;
		},
		dispute: async (dispute) => {
			const outcome = await disputes.queue.send(dispute);
			if (outcome.state !== "refused") return outcome;
			const { code, detail, nextStep, status } = outcome.error;
			return { state: "refused", error: { code, detail, nextStep, status } };
		},
		disputes: (key) => disputes.at(key).catch(() => []),
		signIn: async () => {
			await vscode.commands.executeCommand("treeline.signIn");
			return null;
		},
	};
}

/** Follows a link of the page: a challenge is opened as files, anything else is found in the Packs view. */
async function openLink(path: string): Promise<void> {
	const screen = screenOf(path);
	if (screen === "packs")
		await vscode.commands.executeCommand("treeline.packs.focus");
	else if (screen)
		await vscode.commands.executeCommand("treeline.openChallenge", {
			key: screen,
		});
	else
		throw new UserError(
			vscode.l10n.t("There is no screen {0}.", path.slice(0, 100)),
			vscode.l10n.t("Choose a challenge in the Packs view."),
		);
}

const idOf = (pack: string, challenge: string) => keyText({ pack, challenge });

function packDetail(
	{ manifest, challenges }: PublicPack,
	progress: ProgressStore,
) {
	const { $schema: _, challenges: __, framework = null, ...fields } = manifest;
	const rows = challenges.map((challenge) => ({
		_id: idOf(manifest.slug, challenge.slug),
		slug: challenge.slug,
		title: challenge.title,
		difficulty: challenge.difficulty,
		tags: challenge.tags,
		timeEstimateSeconds: challenge.timeEstimateSeconds,
		order: challenge.order,
		status: progress.of({ pack: manifest.slug, challenge: challenge.slug })
			.status,
	}));
	return {
		_id: manifest.slug,
		...fields,
		framework,
		visibility: "public",
		challengeCount: rows.length,
		passedCount: rows.filter(({ status }) => status === "passed").length,
		createdAt: "",
		updatedAt: "",
		challenges: rows,
	};
}
