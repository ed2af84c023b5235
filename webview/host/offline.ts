/** Registers the service worker of the standalone page, and knows whether there is a network and a newer version of the page. */
import type { PageMessage } from "../offline/manifest.ts";
import type { ReadableSignal } from "./host.ts";
import { PAGE_SIZE } from "./pack-list.ts";
import { signal } from "./signal.ts";
import { trustedScriptUrl } from "./trusted-types.ts";

export interface Offline {
	readonly online: ReadableSignal<boolean>;
	/** Whether another version of the page is ready to be shown. */
	readonly updateReady: ReadableSignal<boolean>;
	/** Loads the page anew, in its newest version. */
	reload(): void;
}

const SCRIPT = "/service-worker.js";
/** The first page of the catalogue. */
const FIRST_PACKS = `/api/v1/packs?limit=${PAGE_SIZE}&offset=0`;
const HOUR_MS = 3_600_000;

/** `version` is the page's own. A browser without service workers, or one that refuses them, only lacks offline use and updates. */
export function createOffline(version: string): Offline {
	const online = signal(navigator.onLine);
	const updateReady = signal(false);
	const follow = () => online.set(navigator.onLine);
	window.addEventListener("online", follow);
	window.addEventListener("offline", follow);

	let registration: ServiceWorkerRegistration | undefined;
	const { serviceWorker } = navigator;
	// Read before the page's first request: a worker that takes over later has not seen the requests until then.
	const controlledFromStart = Boolean(serviceWorker?.controller);
	const offer = async (worker: ServiceWorker | null) => {
		if (!worker) return;
		const isOther = await isOtherVersion(worker, version);
		// Replaced by a newer one meanwhile, which is offered in its turn.
		if (worker.state === "redundant") return;
		updateReady.set(isOther);
		// The page shows this version already: nobody needs to be asked.
		if (!isOther && worker === registration?.waiting) activate(worker);
	};
	const offerOnceInstalled = (worker: ServiceWorker | null) =>
		worker?.addEventListener("statechange", () => {
			if (worker.state === "installed") void offer(worker);
		});
	const watchUpdates = async (found: ServiceWorkerRegistration) => {
		found.addEventListener("updatefound", () =>
			offerOnceInstalled(found.installing),
		);
		offerOnceInstalled(found.installing);
		// One that waits since an earlier visit may be older than the page: it is offered when the service has no newer one.
		if (!found.installing) await found.update().catch(() => null);
		if (!found.installing)
			void offer(
				found.waiting ??
					(controlledFromStart ? serviceWorker.controller : null),
			);
		let checked = Date.now();
		document.addEventListener("visibilitychange", () => {
			if (document.visibilityState !== "visible") return;
			if (Date.now() - checked < HOUR_MS) return;
			checked = Date.now();
			void found.update().catch(() => null);
		});
	};
	// Another tab may activate another version than this one shows.
	serviceWorker?.addEventListener("controllerchange", () => {
		void offer(serviceWorker.controller);
	});
	const register = async () => {
		registration = await serviceWorker.register(trustedScriptUrl(SCRIPT), {
			updateViaCache: "none",
		});
		if (!registration) return;
		void watchUpdates(registration);
		if (controlledFromStart) return;
		const { active } = await serviceWorker.ready;
		if (active) storeUncontrolledReads(serviceWorker, active);
	};
	if (serviceWorker && !savesData())
		afterLoad(() => void register().catch(() => null));

	const controllerChange = () =>
		new Promise((resolve) =>
			serviceWorker.addEventListener("controllerchange", resolve, {
				once: true,
			}),
		);

	return {
		online,
		updateReady,
		reload() {
			const waiting = registration?.waiting;
			if (!waiting) return location.reload();
			void controllerChange().then(() => location.reload());
			activate(waiting);
		},
	};
}

/** Whether the build of `worker` is another one than `version`. Pending while the worker does not answer. */
function isOtherVersion(
	worker: ServiceWorker,
	version: string,
): Promise<boolean> {
	const { port1, port2 } = new MessageChannel();
	return new Promise((resolve) => {
		port1.onmessage = ({ data }) => {
			port1.close();
			resolve(data === true);
		};
		post(worker, { kind: "is-other", version }, [port2]);
	});
}

/**
 * Has `worker` store what the page requests before the worker controls it. A page whose loading began before the worker was active
 * is not controlled until it asks for that, which the message does.
 */
function storeUncontrolledReads(
	container: ServiceWorkerContainer,
	worker: ServiceWorker,
): void {
	let controlledSince = container.controller
		? performance.now()
		: Number.POSITIVE_INFINITY;
	container.addEventListener(
		"controllerchange",
		() => {
			controlledSince = Math.min(controlledSince, performance.now());
		},
		{ once: true },
	);
	// The catalogue opens offline whatever the first visit was to.
	post(worker, { kind: "store", urls: [new URL(FIRST_PACKS, origin).href] });
	const observer = new PerformanceObserver((list) => {
		const urls = list
			.getEntries()
			.filter(({ startTime }) => startTime <= controlledSince)
			.map(({ name }) => name);
		if (urls.length > 0) post(worker, { kind: "store", urls });
	});
	// A request that is under way now is reported once it is complete.
	observer.observe({ type: "resource", buffered: true });
}

const activate = (worker: ServiceWorker) => post(worker, { kind: "activate" });

function post(
	worker: ServiceWorker,
	message: PageMessage,
	transfer: Transferable[] = [],
): void {
	worker.postMessage(message, transfer);
}

function savesData(): boolean {
	const { connection } = navigator as { connection?: { saveData?: boolean } };
	return connection?.saveData === true;
}

/** Runs `work` once the page is loaded and idle, so that downloads for later do not compete with it. */
function afterLoad(work: () => void): void {
	const later = () => (window.requestIdleCallback ?? setTimeout)(work);
	if (document.readyState === "complete") later();
	else window.addEventListener("load", later, { once: true });
}
