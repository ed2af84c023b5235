import type { ReadableSignal, Stop } from "./host.ts";

/** A {@link ReadableSignal} with a setter; setting an equal value notifies nobody. */
export interface WritableSignal<Value> extends ReadableSignal<Value> {
	set(value: Value): void;
}

export function signal<Value>(initial: Value): WritableSignal<Value> {
	let value = initial;
	const listeners = createEmitter();
	return {
		read: () => value,
		set(next) {
			if (Object.is(next, value)) return;
			value = next;
			listeners.emit();
		},
		watch: listeners.add,
	};
}

/** A set of listeners; an exception in one is reported asynchronously and does not stop the others. */
export function createEmitter(): {
	add(listener: () => void): Stop;
	emit(): void;
} {
	const listeners = new Set<() => void>();
	return {
		add(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		emit() {
			for (const listener of [...listeners]) {
				try {
					listener();
				} catch (error) {
					queueMicrotask(() => {
						throw error;
					});
				}
			}
		},
	};
}
