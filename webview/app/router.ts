/** Routes and navigation with the History API: going back restores the scroll position, a new screen focuses its heading. */
import { batch, type Signal, signal } from "@preact/signals";
import type { ChallengeKey } from "../host/host.ts";

export type Route =
	| { screen: "catalogue" }
	| { screen: "account" }
	| { screen: "settings" }
	/** `id` is null for the list of them. */
	| { screen: "classes"; id: string | null }
	| { screen: "join"; token: string }
	| { screen: "admin"; part: string | null }
	/** `names`: nothing, then a pack of the service, then its challenge; of a local pack, the challenge alone. */
	| { screen: "studio"; names: string[] }
	| { screen: "pack"; pack: string }
	| { screen: "challenge"; pack: string; challenge: string }
	| { screen: "not-found"; path: string };

export const addressOf = {
	catalogue: "/",
	account: "/account",
	settings: "/settings",
	classes: "/classes",
	admin: "/admin",
	studio: "/studio",
	pack: (pack: string) => `/packs/${encodeURIComponent(pack)}`,
	challenge: ({ pack, challenge }: ChallengeKey) =>
		`/packs/${encodeURIComponent(pack)}/${encodeURIComponent(challenge)}`,
};

/** The screen that `path` names. */
export function routeOf(path: string): Route {
	const parts = segments(path);
	if (parts?.length === 0) return { screen: "catalogue" };
	const [room, pack, challenge, ...rest] = parts ?? [];
	if ((room === "account" || room === "settings") && !pack)
		return { screen: room };
	if (room === "classes" && !challenge)
		return { screen: "classes", id: pack ?? null };
	if (room === "join" && pack && !challenge)
		return { screen: "join", token: pack };
	if (room === "admin" && !challenge)
		return { screen: "admin", part: pack ?? null };
	if (room === "studio" && rest.length === 0)
		return { screen: "studio", names: parts?.slice(1) ?? [] };
	if (room !== "packs" || !pack || rest.length > 0)
		return { screen: "not-found", path };
	return challenge
		? { screen: "challenge", pack, challenge }
		: { screen: "pack", pack };
}

export interface Router {
	readonly route: Signal<Route>;
	/** Query of the address, with its `?`; empty without one. */
	readonly search: Signal<string>;
	go(path: string): void;
	/** Changes the query of the address, in place of the history's entry. */
	replaceSearch(search: string): void;
	start(): void;
	/** Restores scroll and focus; a screen calls it once its content is rendered. */
	restoreFocus(heading: HTMLElement | null): void;
}

export function createRouter(): Router {
	const route = signal(routeOf(location.pathname));
	const search = signal(location.search);
	let pendingEntry: { scroll: number | null } | null = {
		scroll: savedScroll(),
	};
	const focusBefore = savedState().focus;
	let first = true;

	const enter = (scroll: number | null) => {
		pendingEntry = { scroll };
		first = false;
		batch(() => {
			route.value = routeOf(location.pathname);
			search.value = location.search;
		});
	};
	const go = (path: string) => {
		history.replaceState({ scroll: window.scrollY }, "");
		history.pushState(null, "", path);
		enter(null);
	};
	return {
		route,
		search,
		go,
		replaceSearch(next) {
			history.replaceState(history.state, "", location.pathname + next);
			search.value = location.search;
		},
		start() {
			history.scrollRestoration = "manual";
			window.addEventListener("popstate", () => enter(savedScroll() ?? 0));
			window.addEventListener("pagehide", () =>
				saveState({ scroll: window.scrollY }),
			);
			// Saved at once: state saved in `pagehide` does not survive a reload.
			document.addEventListener("focusin", ({ target }) => {
				const focus = tabIdOf(target);
				if (focus !== savedState().focus) saveState({ focus });
			});
			document.addEventListener("click", (event) => {
				const path = routeOfClick(event);
				if (path === null) return;
				event.preventDefault();
				go(path);
			});
		},
		restoreFocus(heading) {
			if (!pendingEntry) return;
			const { scroll } = pendingEntry;
			pendingEntry = null;
			if (!first) heading?.focus({ preventScroll: true });
			else focusSavedTab(focusBefore);
			if (!first || scroll !== null) window.scrollTo(0, scroll ?? 0);
		},
	};
}

/** State of a history entry; `focus` is the id of the focused tab of a tab list. */
interface SavedState {
	scroll?: unknown;
	focus?: unknown;
}

function savedState(): SavedState {
	return (history.state as SavedState | null) ?? {};
}

function saveState(change: SavedState): void {
	history.replaceState({ ...savedState(), ...change }, "");
}

function savedScroll(): number | null {
	const { scroll } = savedState();
	return typeof scroll === "number" ? scroll : null;
}

/** The id of a tab in a row of tabs; undefined for any other element. */
function tabIdOf(target: EventTarget | null): string | undefined {
	const isTab =
		target instanceof Element && target.getAttribute("role") === "tab";
	return isTab ? target.id : undefined;
}

/**
 * After a reload, focuses the tab that had the focus, unless another element has it by now. On any other first load the start of the
 * document keeps the focus, as browsers do.
 */
function focusSavedTab(id: unknown): void {
	const tab = typeof id === "string" ? document.getElementById(id) : null;
	if (document.activeElement === document.body && tabIdOf(tab))
		tab?.focus({ preventScroll: true });
}

/** Path and query of a plain click on a link to a screen; null for clicks that the browser handles. */
function routeOfClick(event: MouseEvent): string | null {
	const plain =
		event.button === 0 &&
		!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
	const link = (event.target as Element | null)?.closest?.("a");
	if (!plain || event.defaultPrevented || !link?.href) return null;
	if (link.target !== "" || link.origin !== location.origin) return null;
	if (link.hash !== "" || link.pathname.startsWith("/api/")) return null;
	return link.pathname + link.search;
}

function segments(path: string): string[] | null {
	try {
		return path.split("/").filter(Boolean).map(decodeURIComponent);
	} catch {
		return null;
	}
}
