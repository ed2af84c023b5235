/** Tracks writes of the extension's state that are queued or under way, so that closing the window does not lose them. */

const pending = new Set<Promise<unknown>>();

/** Counts `write` as pending until it settles; returns it. */
export function trackWrite<Result>(write: Promise<Result>): Promise<Result> {
	const settled: Promise<unknown> = write.then(
		() => pending.delete(settled),
		() => pending.delete(settled),
	);
	pending.add(settled);
	return write;
}

/** Resolves when no write is pending, those included that begin meanwhile. VS Code waits for it, some seconds at most, before it ends the extension host. Never rejects. */
export async function deactivate(): Promise<void> {
	while (pending.size > 0) await Promise.all(pending);
}
