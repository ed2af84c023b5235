/** Host for a VS Code panel: packs, files and progress come from the editor over a typed message channel; the engine runs in a blob worker. */
import { t } from "../l10n/l10n.ts";
import { blobVerifier, type EngineAddresses } from "./blob-verifier.ts";
import { createChannel } from "./channel.ts";
import {
	ApiError,
	type ChallengeKey,
	type Host,
	type HostFiles,
	type Progress,
	type ReadableSignal,
} from "./host.ts";
import { filterPacks } from "./local-search.ts";
import { noAccount } from "./no-account.ts";
import { pageOf } from "./pack-list.ts";
import { further, NOTHING } from "./progress.ts";
import type { EditorOffer, PageOffer, PanelAttempt } from "./protocol.ts";
import { DEFAULTS } from "./settings.ts";
import { createEmitter, signal } from "./signal.ts";
import { createStorage } from "./storage.ts";

/** What VS Code gives a panel's page, once (`acquireVsCodeApi`). */
export interface EditorApi {
	postMessage(message: unknown): void;
	setState(state: unknown): void;
}

export interface PanelOptions extends EngineAddresses {
	editor: EditorApi;
}

export interface Panel {
	host: Host;
	/** The screen that the editor wants, as a path of the page. */
	screen: ReadableSignal<{ path: string }>;
	/** Asks the editor to go somewhere: it decides what to show. */
	go(path: string): void;
}

type Actions = Parameters<HostFiles["registerHostCommands"]>[1];

export async function openPanel(options: PanelOptions): Promise<Panel> {
	const { editor } = options;
	const changes = createEmitter();
	const progress = signal<Record<string, Progress>>({});
	const settings = signal(DEFAULTS);
	let shown: { key: ChallengeKey; actions: Actions } | null = null;
	/** The screen that the editor requested last; an object, so that requesting the same screen again notifies. */
	const screen = signal({ path: "" });
	/** Settles once the editor has stored the last change of progress. */
	let noted: Promise<unknown> = Promise.resolve();
	/** Waits for the screen, since a command may arrive before it is mounted. */
	const mounted = (key: ChallengeKey) => waitForScreen(() => shown, key);

	const channel = createChannel<PageOffer, EditorOffer>({
		post: (message) => editor.postMessage(message),
		handlers: {
			show: ({ path }) => {
				editor.setState({ path });
				screen.set({ path });
				return null;
			},
			verify: async (key) => (await mounted(key)).verify(),
			hint: async (key) => (await mounted(key)).showHint(),
			explain: async (key) => {
				await (await mounted(key)).showExplanation();
				return null;
			},
			refresh: async (key) => {
				await (await mounted(key)).refresh();
				return null;
			},
			changed: () => {
				changes.emit();
				return null;
			},
			progress: (all) => {
				progress.set(all);
				return null;
			},
			settings: (feedback) => {
				settings.set({ ...DEFAULTS, ...feedback });
				return null;
			},
		},
		refusal: (error) => ({
			code: "page",
			detail: error instanceof Error ? error.message : String(error),
			nextStep: t("Close the panel and open the challenge again."),
		}),
		error: ({ code, detail, nextStep }) =>
			new ApiError(code, detail, nextStep, code === "trouble" ? 404 : 0),
	});
	window.addEventListener("message", ({ data }) => channel.receive(data));
	const [engine] = await Promise.all([
		blobVerifier(options),
		// Applied at once: messages that arrive while the worker's script loads are newer.
		channel.call("ready", null).then((begin) => {
			progress.set(begin.progress);
			settings.set({ ...DEFAULTS, ...begin.settings });
			screen.set({ path: begin.path });
			editor.setState({ path: begin.path });
		}),
	]);

	const textOf = ({ pack, challenge }: ChallengeKey) => `${pack}/${challenge}`;
	const of = (key: ChallengeKey): Progress =>
		progress.read()[textOf(key)] ?? NOTHING;
	return {
		screen,
		go: (path) => void channel.call("go", { path }).catch(() => null),
		host: {
			catalogue: {
				packs: async (filter = {}) =>
					filterPacks(await channel.call("packs", null), filter),
				list: async (query) => {
					const all = await channel.call("packs", null);
					return pageOf(filterPacks(all, query), query.page, all);
				},
				pack: (slug) => channel.call("pack", { slug }),
				challenge: (key) => channel.call("challenge", key),
			},
			verifier: engine,
			files: {
				edits: "host",
				current: (key) => channel.call("files", key),
				reveal: (key, location) =>
					void channel.call("reveal", { key, location }).catch(() => null),
				reset: async (key) => void (await channel.call("reset", key)),
				watch: (_, listener) => changes.add(listener),
				onVerified(key, files, { result, diagnostics, milliseconds }) {
					const check = { result, diagnostics, milliseconds };
					void channel.call("judged", { key, files, check }).catch(() => null);
				},
				registerHostCommands(key, actions) {
					const mine = { key, actions };
					shown = mine;
					return () => {
						if (shown === mine) shown = null;
					};
				},
			},
			progress: {
				of,
				note(key, change) {
					const after = further(of(key), change);
					progress.set({ ...progress.read(), [textOf(key)]: after });
					noted = channel.call("note", { key, change }).catch(() => null);
					return after;
				},
				passedIn: (pack) =>
					new Set(
						Object.entries(progress.read())
							.filter(
								([key, { status }]) =>
									key.startsWith(`${pack}/`) && status === "passed",
							)
							.map(([key]) => key.slice(pack.length + 1)),
					),
				// The editor shows packs, and what was opened last, by itself.
				packsBegun: () => new Set(),
				lastOpened: () => null,
				noteOpened: () => {},
				read: progress.read,
				watch: progress.watch,
			},
			// The editor sends attempts; for the page they count as sent once the editor has them.
			attempts: {
				async record(attempt) {
					await Promise.all([
						noted,
						channel.call("attempt", attempt as PanelAttempt),
					]);
					return "sent";
				},
				send: async () => {},
				onAccount: async () => [],
				filesOf: async () => null,
			},
			localAttempts: null,
			accountDrafts: null,
			offlinePacks: null,
			disputes: {
				isOffered: () => true,
				async send({ challengeVersion: _, ...dispute }) {
					const outcome = await channel
						.call("dispute", dispute)
						.catch((error: ApiError) => ({ state: "refused" as const, error }));
					if (outcome.state !== "refused") return outcome;
					const { code, detail, nextStep, status } = outcome.error;
					const error = new ApiError(code, detail, nextStep, status);
					return { state: "refused", error };
				},
				at: ({ packSlug: pack, slug: challenge }) =>
					channel.call("disputes", { pack, challenge }),
				signIn: () => void channel.call("signIn", null).catch(() => null),
			},
			account: noAccount,
			service: null,
			// They are changed in the editor's own settings.
			settings: { ...settings, change() {} },
			records: createStorage(null),
			studio: null,
			author: null,
			learnerRevision: signal(0),
			notices: signal([]),
			reload: () => {},
		},
	};
}

/** Timeout for a screen to mount, in milliseconds. */
const SCREEN_TIMEOUT_MS = 15_000;

/** Resolves with the commands of a challenge's screen once it is mounted. */
async function waitForScreen(
	read: () => { key: ChallengeKey; actions: Actions } | null,
	{ pack, challenge }: ChallengeKey,
): Promise<Actions> {
	const deadline = performance.now() + SCREEN_TIMEOUT_MS;
	while (performance.now() < deadline) {
		const shown = read();
		if (shown?.key.pack === pack && shown.key.challenge === challenge)
			return shown.actions;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error(t("The panel did not show the challenge in time."));
}
