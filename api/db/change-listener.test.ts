/** When the task of a listener runs, by a driver whose notifications the test sends itself. */
import { expect, test } from "bun:test";
import { type ChangeListener, listenForChanges } from "./change-listener.ts";

/** Longer than any test. */
const NEVER_MS = 24 * 60 * 60_000;

interface Listening {
	listener: ChangeListener;
	notify(): void;
	/** How often the task has begun. */
	runs(): number;
}

/**
 * A listener that ran its task once, at the beginning.
 *
 * @param task given how often it has begun
 */
async function listening(
	task: (run: number, notify: () => void) => Promise<void>,
	{ onError = (_: unknown) => {}, spacingMs = 0 } = {},
): Promise<Listening> {
	let runs = 0;
	let notify = () => {};
	const driver = {
		async listen(_: string, onNotify: () => void, onListen: () => void) {
			notify = onNotify;
			onListen();
			return { unlisten: async () => {} };
		},
	};
	const listener = listenForChanges(
		driver,
		"changes",
		() => task(++runs, () => notify()),
		{ intervalMs: NEVER_MS, spacingMs, onError },
	);
	await listener.started;
	await settled();
	return { listener, notify: () => notify(), runs: () => runs };
}

/** All that needs no timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a notification is followed by a run, whenever it comes while a run ends", async () => {
	for (let ticks = 0; ticks < 20; ticks++) {
		const { listener, runs } = await listening(async (run, notify) => {
			if (run > 1) return;
			let later = Promise.resolve();
			for (let tick = 0; tick < ticks; tick++) later = later.then(() => {});
			later.then(notify);
		});
		await settled();
		expect(runs(), `notified ${ticks} ticks after the start`).toBe(2);
		await listener.close();
	}
});

test("a task that fails, and a report of it that fails, end nothing", async () => {
	const { listener, notify, runs } = await listening(
		async () => {
			throw new Error("the task failed");
		},
		{
			onError() {
				throw new Error("the report failed");
			},
		},
	);
	notify();
	await settled();
	expect(runs()).toBe(2);
	await listener.close();
});

test("notifications within the spacing lead to no run, and closing does not wait for its end", async () => {
	const { listener, notify, runs } = await listening(async () => {}, {
		spacingMs: NEVER_MS,
	});
	for (let sent = 0; sent < 5; sent++) {
		notify();
		await settled();
	}
	expect(runs()).toBe(1);
	await listener.close();
	expect(runs()).toBe(1);
});

test("notifications within the spacing lead to one run after it", async () => {
	const second = Promise.withResolvers<void>();
	const { listener, notify, runs } = await listening(
		async (run, notify) => {
			// While it runs: what comes then waits for the spacing, too.
			if (run === 1) for (let sent = 0; sent < 5; sent++) notify();
			if (run === 2) second.resolve();
		},
		{ spacingMs: 1 },
	);
	await second.promise;
	await settled();
	expect(runs()).toBe(2);
	notify();
	await listener.close();
});
