/** Storage in the extension's global state, which windows share and reloads keep. */
import { signal } from "@treeline/webview/signal";
import type { RecordStorage } from "@treeline/webview/storage";
import type * as vscode from "vscode";

const PREFIX = "treeline.kept:";
const QUARANTINE = "aside:";

export function createEditorStorage(
	state: vscode.Memento,
	log: vscode.LogOutputChannel,
): RecordStorage {
	const put = (key: string, value: unknown) =>
		void state
			.update(PREFIX + key, value)
			.then(undefined, (error) =>
				log.error(`"${key}" could not be stored.`, error),
			);
	const quarantine = (key: string) => {
		const value: unknown = state.get(PREFIX + key);
		if (value === undefined) return;
		put(QUARANTINE + key, value);
		put(key, undefined);
	};
	return {
		read(key, isRecord) {
			const value: unknown = state.get(PREFIX + key);
			if (value === undefined) return null;
			if (isRecord(value)) return value;
			quarantine(key);
			return null;
		},
		write: put,
		remove: (key) => put(key, undefined),
		quarantine,
		keys: (prefix) =>
			state
				.keys()
				.filter((key) => key.startsWith(PREFIX + prefix))
				.map((key) => key.slice(PREFIX.length))
				.sort(),
		// The editor does not report changes made by other windows; they are found by the next read.
		watch: () => () => {},
		fault: signal(null),
	};
}
