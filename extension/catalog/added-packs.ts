/** Packs that the learner has added to the bundled ones: from a folder, from a `.json` file, or from the service. They stay until they are removed. */
import type { PublicPack } from "@treeline/packs/format";
import * as vscode from "vscode";
import { loadDeferred } from "../load-deferred.ts";
import { debounce } from "../panel/debounce.ts";
import { UserError } from "../user-error.ts";

/** Where an added pack is read from: a folder with a `pack.json`, or one file; that of a pack of the service is in the extension's storage. */
export interface PackSource {
	kind: "folder" | "file" | "service";
	uri: string;
	slug: string;
}

export interface AddedPacks extends vscode.Disposable {
	readonly sources: readonly PackSource[];
	/** Reads all of them; those that cannot be read are logged and left out. */
	read(): Promise<PublicPack[]>;
	/** Adds the pack at `uri`, in place of one with its slug. Rejects with UserError when it is not a valid pack. */
	add(kind: PackSource["kind"], uri: vscode.Uri): Promise<PublicPack>;
	remove(slug: string): Promise<void>;
	/** Reads them anew when they are needed next. */
	reload(): Promise<void>;
	/** Where the file of a pack of the service is stored. */
	fileOf(slug: string): vscode.Uri;
	/** A pack was added, removed or changed. */
	readonly onDidChange: vscode.Event<void>;
}

const STORED = "treeline.addedPacks";
/** Milliseconds after the last change of a pack's files: one save is many events. */
const SETTLED = 300;
/** The most faults that a message lists. */
const MOST_FAULTS = 3;

export function createAddedPacks(
	{
		extensionUri,
		globalState,
		globalStorageUri,
	}: Pick<
		vscode.ExtensionContext,
		"extensionUri" | "globalState" | "globalStorageUri"
	>,
	log: Pick<vscode.LogOutputChannel, "warn">,
): AddedPacks {
	const changed = new vscode.EventEmitter<void>();
	const notify = debounce(SETTLED, (_: null) => changed.fire());
	const sources = () => globalState.get<PackSource[]>(STORED, []);
	const readFrom = async ({ kind, uri }: Pick<PackSource, "kind" | "uri">) => {
		const { readPackFile, readPackFolder } = await loadDeferred(extensionUri);
		const read = kind === "folder" ? readPackFolder : readPackFile;
		return read(vscode.Uri.parse(uri));
	};
	let watchers: vscode.Disposable[] = [];
	/** Follows the files of packs in folders, so that an author's changes are seen at once. */
	const watch = () => {
		for (const each of watchers) each.dispose();
		watchers = sources()
			.filter(({ kind }) => kind !== "service")
			.map(({ kind, uri }) => {
				const folder = vscode.Uri.parse(uri);
				const watcher = vscode.workspace.createFileSystemWatcher(
					kind === "folder"
						? new vscode.RelativePattern(folder, "**/*")
						: new vscode.RelativePattern(
								vscode.Uri.joinPath(folder, ".."),
								folder.path.split("/").at(-1) ?? "",
							),
				);
				const events = [
					watcher.onDidChange,
					watcher.onDidCreate,
					watcher.onDidDelete,
				];
				return vscode.Disposable.from(
					watcher,
					...events.map((listen) => listen(() => notify(null))),
				);
			});
	};
	const store = async (next: PackSource[]) => {
		await globalState.update(STORED, next);
		watch();
		changed.fire();
	};
	watch();
	return {
		get sources() {
			return sources();
		},
		async read() {
			const packs = await Promise.all(
				sources().map(async (source) => {
					const { value, faults } = await readFrom(source);
					if (!value)
						log.warn(
							`The pack in ${source.uri} is left out: ${faults.join("; ")}`,
						);
					return value ?? [];
				}),
			);
			return packs.flat();
		},
		async add(kind, uri) {
			const { value, faults } = await readFrom({ kind, uri: uri.toString() });
			if (!value)
				throw new UserError(
					vscode.l10n.t(
						"The pack in {0} cannot be used: {1}.",
						vscode.workspace.asRelativePath(uri),
						faults.slice(0, MOST_FAULTS).join("; "),
					),
					vscode.l10n.t("Fix it, then add it again."),
				);
			const { slug } = value.manifest;
			const others = sources().filter((each) => each.slug !== slug);
			await store([...others, { kind, uri: uri.toString(), slug }]);
			return value;
		},
		remove: (slug) => store(sources().filter((each) => each.slug !== slug)),
		reload: async () => changed.fire(),
		fileOf: (slug) =>
			vscode.Uri.joinPath(globalStorageUri, "packs", `${slug}.json`),
		onDidChange: changed.event,
		dispose() {
			notify.cancel();
			vscode.Disposable.from(changed, ...watchers).dispose();
		},
	};
}
