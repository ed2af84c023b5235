/**
 * A page whose effects run when the test says so. Preact runs effects some time after it has rendered; what changes in between is
 * what `late-effects.test.ts` is about.
 */
import type { PackDetail } from "@treeline/api/client-types";
import { options, render } from "preact";
import { AppContext } from "../app/app.ts";
import { createDataCache } from "../app/data-cache.ts";
import { createPanelRouter } from "../app/panel/router.ts";
import { createRouter } from "../app/router.ts";
import { Shell } from "../app/shell.tsx";
import { createTheme } from "../app/theme/theme.ts";
import type { Notice, SignedIn } from "../host/host.ts";
import { createMemoryHost } from "../host/memory.ts";
import { noAccount } from "../host/no-account.ts";
import { openPanel } from "../host/panel.ts";
import { signal } from "../host/signal.ts";

/** Effects that wait to be run. */
let effects: (() => void)[] = [];

const pack: PackDetail = {
	_id: "0190a0b0-0000-7000-8000-000000000000",
	slug: "trees",
	name: "Trees",
	description: "About trees.",
	author: "Treeline",
	version: "1.0.0",
	language: "javascript",
	framework: null,
	tags: [],
	challengeCount: 1,
	visibility: "public",
	createdAt: "2026-01-01T00:00:00.000Z",
	updatedAt: "2026-01-01T00:00:00.000Z",
	challenges: [
		{
			_id: "0190a0b0-0000-7000-8000-000000000001",
			slug: "plant",
			title: "Plant a tree",
			difficulty: "beginner",
			tags: [],
			timeEstimateSeconds: 60,
			order: 1,
			status: null,
		},
	],
};

const account = signal<SignedIn>({ state: "loading", localUser: null });
const notices = signal<readonly Notice[]>([]);
const host = {
	...createMemoryHost({
		packs: [pack],
		verifier: { check: never, diagnose: never, close() {} },
	}),
	account: { ...noAccount, offered: true, state: account, sessions: never },
	notices,
};

const page = {
	/** Renders the page at its address; from here on effects wait for `runEffects`. */
	render() {
		options.requestAnimationFrame = (run) => effects.push(run);
		const mount = document.createElement("div");
		document.body.append(mount);
		render(
			<AppContext.Provider
				value={{
					host,
					router: createRouter(),
					cache: createDataCache(host),
					theme: createTheme(host.settings),
				}}
			>
				<Shell />
			</AppContext.Provider>,
			mount,
		);
	},
	/** Runs the effects that wait now, none that they bring about. */
	runEffects() {
		const due = effects;
		effects = [];
		for (const run of due) run();
	},
	signIn() {
		account.set({
			state: "in",
			user: { _id: "1", name: "Robin Vale" } as never,
		});
	},
	notice() {
		notices.set([{ id: "late", text: "Something happened." }]);
	},
	pass() {
		host.progress.note(
			{ pack: "trees", challenge: "plant" },
			{ status: "passed" },
		);
	},
	/**
	 * Opens the panel at one address, of an editor that then shows another one and tells of progress while the worker's script is
	 * still on its way. Returns, once the script is here, the address shown and the status of the challenge passed meanwhile.
	 */
	async panel() {
		const release = Promise.withResolvers<Response>();
		Object.assign(window, { fetch: () => release.promise });
		const tell = (data: unknown) => window.postMessage(data);
		const call = (id: number, name: string, takes: unknown) =>
			tell({ kind: "call", id, name, takes });
		const answered = Promise.withResolvers<void>();
		const opening = openPanel({
			editor: {
				postMessage(message) {
					const { kind, id } = message as { kind: string; id: number };
					if (kind === "call")
						tell({
							kind: "answer",
							id,
							gives: { path: "/packs/first", progress: {} },
						});
					else if (id === 2) answered.resolve();
				},
				setState() {},
			},
			worker: "/worker.js",
			grammars: "/",
		});
		const passed = { status: "passed", hintsShown: 0, seconds: 1 };
		call(1, "progress", { "trees/plant": passed });
		call(2, "show", { path: "/packs/second" });
		await answered.promise;
		release.resolve(new Response(""));
		const panel = await opening;
		const router = createPanelRouter(panel);
		router.start();
		const { status } = panel.host.progress.of({
			pack: "trees",
			challenge: "plant",
		});
		return { route: router.route.value, status };
	},
};

export type LateEffectsPage = typeof page;

(window as unknown as { page: LateEffectsPage }).page = page;

function never(): Promise<never> {
	return new Promise(() => {});
}
