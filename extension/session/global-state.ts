/**
 * Serializes updates of the extension's global state. VS Code writes all of it at once and then takes over what it has written: a value
 * that is stored meanwhile would be replaced by the one before it, and lost.
 */
import type * as vscode from "vscode";
import { trackWrite } from "./pending-writes.ts";

type GlobalState = vscode.ExtensionContext["globalState"];

/** `state`, changed by one update after another. Reads give what was stored last, whether or not it is written by now. */
export function serializeUpdates(state: GlobalState): GlobalState {
	const pending = new Map<string, { value: unknown }>();
	let last: Promise<void> = Promise.resolve();
	return {
		keys: () => state.keys(),
		get<Value>(key: string, fallback?: Value) {
			const stored = pending.has(key)
				? pending.get(key)?.value
				: state.get<Value>(key);
			return (stored === undefined ? fallback : stored) as Value;
		},
		update(key, value) {
			const entry = { value };
			pending.set(key, entry);
			const written = last
				.then(() => state.update(key, value))
				.finally(() => {
					if (pending.get(key) === entry) pending.delete(key);
				});
			last = written.catch(() => {});
			return trackWrite(written);
		},
		setKeysForSync: (keys) => state.setKeysForSync(keys),
	};
}

/** The context, with its global state changed by one update after another. */
export const withSerializedState = (
	context: vscode.ExtensionContext,
): vscode.ExtensionContext =>
	Object.create(context, {
		globalState: { value: serializeUpdates(context.globalState) },
	});
