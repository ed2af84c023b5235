/** Stores the learner's progress with each challenge in the extension's global state. */
import { further, isProgress, NOTHING } from "@treeline/webview/progress";
import type { Progress } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";

export type { Progress };

export interface ProgressStore extends vscode.Disposable {
	of(key: ChallengeKey): Progress;
	/** All progress, by `pack/challenge`. */
	all(): Record<string, Progress>;
	/** Merges `change` in; a status never goes back. */
	update(key: ChallengeKey, change: Partial<Progress>): Promise<void>;
	/** Progress was made in this window, or is found to have been made in another one. */
	readonly onChange: vscode.Event<void>;
}

const STORED = "treeline.progress";

export function createProgress(
	state: vscode.Memento & { setKeysForSync?(keys: string[]): void },
	log: Pick<vscode.LogOutputChannel, "error">,
): ProgressStore {
	const changed = new vscode.EventEmitter<void>();
	state.setKeysForSync?.([STORED]);
	/** Stored by this window. Another window that stores at the same time replaces the whole global state; these are put back by the next update, and when the window gains or loses the focus. */
	const own = new Map<string, Progress>();
	const all = () => {
		const merged = { ...state.get<Record<string, Progress>>(STORED, {}) };
		for (const [name, progress] of own) {
			const stored = merged[name];
			merged[name] = isProgress(stored) ? further(stored, progress) : progress;
		}
		return merged;
	};
	const of = (key: ChallengeKey) => {
		const stored = all()[keyText(key)];
		return isProgress(stored) ? stored : NOTHING;
	};
	let notified = JSON.stringify(all());
	/** Notifies of what this window does not show yet, whichever window stored it: VS Code takes over another one's state without a word. */
	const notify = () => {
		const now = JSON.stringify(all());
		if (now === notified) return;
		notified = now;
		changed.fire();
	};
	// One after another: of two concurrent read-modify-writes, one would be lost.
	let writing = Promise.resolve();
	const enqueue = (write: () => Promise<void>) => {
		writing = writing.then(write).catch((error) => {
			log.error("Progress could not be stored.", error);
		});
		return writing;
	};
	const isReplaced = () => {
		const stored = state.get<Record<string, Progress>>(STORED, {});
		return [...own].some(([name, progress]) => {
			const one = stored[name];
			return !isProgress(one) || further(one, progress) !== one;
		});
	};
	const watchingFocus = vscode.window.onDidChangeWindowState(() => {
		notify();
		void enqueue(async () => {
			if (isReplaced()) await state.update(STORED, all());
		});
	});
	return {
		of,
		all,
		onChange: changed.event,
		update(key, change) {
			return enqueue(async () => {
				const before = of(key);
				const after = further(before, change);
				if (after !== before) {
					own.set(keyText(key), after);
					await state.update(STORED, all());
				}
				notify();
			});
		},
		dispose: () => vscode.Disposable.from(changed, watchingFocus).dispose(),
	};
}
