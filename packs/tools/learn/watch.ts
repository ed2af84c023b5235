/** Notices when the files of a folder change. */
import { fingerprint } from "../learner/challenge-folder.ts";

/** Milliseconds between two looks. */
const INTERVAL = 300;

/**
 * Calls `onChange` after each change of the files below `folder`, once they stay as they are between two looks. Returns what ends it.
 * It looks at times and sizes, since events are not sent by every network file system, and miss files that editors replace.
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
	let known: string | null = null;
	let last: string | null = null;
	let isLooking = false;
	const look = async () => {
		if (isLooking) return;
		isLooking = true;
		const now = await fingerprint(folder).catch(() => last);
		isLooking = false;
		if (isEnded) return;
		known ??= now;
		const isSettled = now === last;
		last = now;
		if (!isSettled || now === known) return;
		known = now;
		onChange();
	};
	let isEnded = false;
	const timer = setInterval(() => void look(), INTERVAL);
	void look();
	return () => {
		isEnded = true;
		clearInterval(timer);
	};
}
