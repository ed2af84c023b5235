/** Debounces a function: it runs once, with the latest value, when no call has come for a while. */
export interface Debounced<Value> {
	(value: Value): void;
	/** Drops a call that has not run yet. */
	cancel(): void;
}

/** `delay` in milliseconds. */
export function debounce<Value>(
	delay: number,
	run: (value: Value) => void,
): Debounced<Value> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const cancel = () => clearTimeout(timer);
	return Object.assign(
		(value: Value) => {
			cancel();
			timer = setTimeout(() => run(value), delay);
		},
		{ cancel },
	);
}
