/** Host of the studio in a VS Code panel: the editor reads and writes the pack, and keeps unsaved edits; the engine runs in a blob worker. */
import { t } from "../l10n/l10n.ts";
import { blobVerifier } from "./blob-verifier.ts";
import { type Channel, createChannel } from "./channel.ts";
import {
	ApiError,
	type Host,
	type HostFiles,
	type ReadableSignal,
	type Records,
} from "./host.ts";
import { createMemoryHost } from "./memory.ts";
import type { PanelOptions } from "./panel.ts";
import { createEmitter, signal } from "./signal.ts";
import { type AuthorAccess, type AuthorCaller, StudioError } from "./studio.ts";
import type { StudioEditorOffer, StudioPageOffer } from "./studio-protocol.ts";

export interface StudioPanel {
	host: Host;
	/** The screen that the editor wants, as a path of the page. */
	screen: ReadableSignal<{ path: string }>;
	/** Tells the editor what is shown now. */
	moved(path: string): void;
}

/** Resolves once the editor has answered what to show. */
export async function openStudioPanel(
	options: PanelOptions,
): Promise<StudioPanel> {
	const { editor } = options;
	const changes = createEmitter();
	const screen = signal({ path: "/studio" });
	const channel = createChannel<StudioPageOffer, StudioEditorOffer>({
		post: (message) => editor.postMessage(message),
		handlers: {
			show({ path }) {
				screen.set({ path });
				return null;
			},
			changed() {
				changes.emit();
				return null;
			},
		},
		refusal: (error) => ({
			code: "page",
			detail: error instanceof Error ? error.message : String(error),
			nextStep: t("Close the studio and open it again."),
		}),
		error: ({ code, detail, nextStep }) => {
			const [, status, name] = /^service (\d+) (\w+)$/.exec(code) ?? [];
			return status && name
				? new ApiError(name, detail, nextStep, Number(status))
				: failureOf(code, detail, nextStep);
		},
	});
	window.addEventListener("message", ({ data }) => channel.receive(data));
	const [verifier, { folder, path, records }] = await Promise.all([
		blobVerifier(options),
		channel.call("ready", null),
	]);
	screen.set({ path });
	editor.setState({ folder, path });
	return {
		screen,
		moved(now) {
			editor.setState({ folder, path: now });
			void channel.call("moved", { path: now }).catch(() => null);
		},
		host: {
			...createMemoryHost({ verifier }),
			files: NO_FILES,
			records: createKeptRecords(records, {
				keep: (key, value) =>
					void channel.call("keep", { key, value }).catch(() => null),
				forget: (key) => void channel.call("forget", { key }).catch(() => null),
			}),
			author: folder === null ? createAuthorAccess(channel) : null,
			studio:
				folder === null
					? null
					: {
							lookMs: 4000,
							publishing: null,
							learners: null,
							address: "/studio",
							pack: () => channel.call("pack", null),
							challenge: (at) => channel.call("challenge", { path: at }),
							save: (at, document, revision) =>
								channel.call("save", {
									path: at,
									save: { document, revision },
								}),
							pattern: (selection) => channel.call("pattern", selection),
							proposals: (document) => channel.call("proposals", document),
							change: (change) => channel.call("change", change),
							validate: () => channel.call("validate", null),
							watch: changes.add,
						},
		},
	};
}

function createAuthorAccess(channel: Channel<StudioEditorOffer>): AuthorAccess {
	const call = async (
		name: string,
		{ params, query, body, headers, onHeaders }: Partial<AuthorArguments>,
	) => {
		const ifMatch = headers?.["if-match"];
		const { answer, etag } = await channel.call("author", {
			name,
			...(params && { params }),
			...(query && { query }),
			...(body !== undefined && { body }),
			...(ifMatch && { ifMatch }),
		});
		onHeaders?.(new Headers({ etag }));
		return answer;
	};
	return {
		call: call as AuthorCaller,
		signIn: () => void channel.call("signIn", null).catch(() => null),
		async saveFile(name, bytes) {
			await channel.call("saveFile", { name, bytes });
		},
	};
}

interface AuthorArguments {
	params: Record<string, string>;
	query: Record<string, unknown>;
	body: unknown;
	headers: Record<string, string>;
	onHeaders(headers: Headers): void;
}

/** The studio shows no learner's files. */
const NO_FILES: HostFiles = {
	edits: "host",
	current: async () => [],
	reveal() {},
	reset: async () => {},
	watch: () => () => {},
	onVerified() {},
	registerHostCommands: () => () => {},
};

/** Records that the editor keeps; they are read from a copy, since reading is synchronous. */
function createKeptRecords(
	kept: Record<string, unknown>,
	editor: {
		keep(key: string, value: unknown): void;
		forget(key: string): void;
	},
): Records {
	const copy = new Map(Object.entries(kept));
	return {
		read(key, isRecord) {
			const value = copy.get(key);
			return isRecord(value) ? value : null;
		},
		write(key, value) {
			copy.set(key, value);
			editor.keep(key, value);
		},
		remove(key) {
			if (copy.delete(key)) editor.forget(key);
		},
		keys: (prefix) =>
			[...copy.keys()].filter((key) => key.startsWith(prefix)).sort(),
	};
}

/** A refusal of the editor, whose code is that of the tools: the HTTP status of their fault. */
function failureOf(
	code: string,
	detail: string,
	nextStep: string,
): StudioError {
	if (code === "409")
		return new StudioError("changed", detail, t("Choose which to keep."));
	if (code === "422")
		return new StudioError(
			"refused",
			detail,
			t("Fix this, then save again. Your edits are kept."),
		);
	return new StudioError("failed", detail, nextStep || t("Then try again."));
}
