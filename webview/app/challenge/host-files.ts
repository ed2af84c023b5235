/** The learner's files when the hosting editor holds them: the page reads them and asks the editor for changes. */
import { computed, signal } from "@preact/signals";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, HostFiles } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { notify } from "../notices.ts";
import { type Change, type Draft, sameFiles } from "./draft.ts";

/** Draft interface over `hostFiles`; `changed` runs after every change that the editor reports. */
export function createHostFilesDraft(
	hostFiles: HostFiles,
	key: ChallengeKey,
	starter: FileEntry[],
	changed: (change: Change) => void,
): Draft {
	const files = signal(starter);
	const refresh = async () => {
		const now = await hostFiles.current(key);
		if (sameFiles(now, files.peek())) return;
		files.value = now;
		changed("edit");
	};
	// A failure is ignored here: the files are read again before each verification, which reports it.
	const follow = () => void refresh().catch(() => null);
	const stop = hostFiles.watch(key, follow);
	follow();
	return {
		starter,
		files,
		active: signal(starter[0]?.path ?? ""),
		previous: signal(null),
		replacement: signal(null),
		changed: computed(() => !holdsAll(files.value, starter)),
		refresh,
		edit() {},
		reset: () =>
			void hostFiles
				.reset(key)
				.catch((error) =>
					notify("not-reset", t("Your files could not be reset."), error),
				),
		restore() {},
		replaceFiles() {},
		keepPrevious() {},
		ownFiles: null,
		close: stop,
	};
}

/** Whether every file of the starter is as it was: an editor's folder has an order, and may have files, of its own. */
function holdsAll(files: FileEntry[], starter: FileEntry[]): boolean {
	const contents = new Map(files.map(({ path, content }) => [path, content]));
	return starter.every(({ path, content }) => contents.get(path) === content);
}
