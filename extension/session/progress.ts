/** How far the learner is with each challenge, kept by the editor across windows and reloads. */
import { further, isProgress, NOTHING } from "@treeline/webview/progress";
import type { Progress } from "@treeline/webview/protocol";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";

export type { Progress };

export interface ProgressBook extends vscode.Disposable {
	of(key: ChallengeKey): Progress;
	/** All that is known, by `pack/challenge`. */
	all(): Record<string, Progress>;
	/** Merges `change` in; nothing ever falls back. */
	note(key: ChallengeKey, change: Partial<Progress>): Promise<void>;
	readonly onChange: vscode.Event<void>;
}

const STORED = "treeline.progress";

export function createProgress(
	state: vscode.Memento & { setKeysForSync?(keys: string[]): void },
	log: vscode.LogOutputChannel,
): ProgressBook {
	const changed = new vscode.EventEmitter<void>();
	state.setKeysForSync?.([STORED]);
	const all = () => state.get<Record<string, Progress>>(STORED, {});
	const of = (key: ChallengeKey) => {
		const kept = all()[keyText(key)];
		return isProgress(kept) ? kept : NOTHING;
	};
	// One after another: two changes at once would each write back what the other had not yet read.
	let writing = Promise.resolve();
	return {
		of,
		all,
		onChange: changed.event,
		note(key, change) {
			const write = async () => {
				const before = of(key);
				const after = further(before, change);
				if (after === before) return;
				await state.update(STORED, { ...all(), [keyText(key)]: after });
				changed.fire();
			};
			writing = writing.then(write).catch((error) => {
				log.error("Progress could not be kept.", error);
			});
			return writing;
		},
		dispose: () => changed.dispose(),
	};
}
