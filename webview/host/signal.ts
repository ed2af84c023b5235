import type { Stop, Watched } from "./host.ts";

/** A {@link Watched} value with its setter; setting an equal value is silent. */
export interface Cell<Value> extends Watched<Value> {
	set(value: Value): void;
}

export function cell<Value>(initial: Value): Cell<Value> {
	let value = initial;
	const listeners = listenersOf();
	return {
		read: () => value,
		set(next) {
			if (Object.is(next, value)) return;
			value = next;
			listeners.tell();
		},
		watch: listeners.add,
	};
}

/** A set of callbacks; one that throws does not keep the others from hearing. */
export function listenersOf(): {
	add(listener: () => void): Stop;
	tell(): void;
} {
	const listeners = new Set<() => void>();
	return {
		add(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		tell() {
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
