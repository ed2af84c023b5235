/**
 * The learner's settings: defaults, above them what the account has, above that what was changed in this browser and is not sent yet.
 * Signed out, all changes stay in this browser; the next sign-in merges them into the account.
 */
import type { Settings, StoredSettings } from "@treeline/api/client-types";
import { isFinal } from "./attempt-batch.ts";
import { type Account, ApiError, type ReadableSignal } from "./host.ts";
import { signal } from "./signal.ts";
import type { RecordStorage } from "./storage.ts";

/** Names of the account's settings: `keybindings`, or `formatter.semi` for one of a group. */
type AccountSettingName = {
	[Name in keyof Settings]: Settings[Name] extends object
		? `${Name}.${keyof Settings[Name] & string}`
		: Name;
}[keyof Settings];

type ValueOf<Name> =
	Name extends `${infer Group extends keyof Settings}.${infer Field}`
		? Settings[Group][Field & keyof Settings[Group]]
		: Name extends keyof Settings
			? Settings[Name]
			: never;

type AccountSettings = { [Name in AccountSettingName]: ValueOf<Name> };

/** Settings of this browser, which fit its screen and its reader: the account has no fields for them. */
interface LocalSettings {
	/** In CSS pixels. */
	"editor.fontSize": number;
	"editor.lineWrap": boolean;
	/** Of the interface: `browser` = the first of the browser's languages that it has, else `en` or `de`. */
	language: string;
}

/** Every setting by its name. */
export type SettingValues = AccountSettings & LocalSettings;
export type SettingName = keyof SettingValues;

/** Those of the service (`api/modules/settings/api-schemas.ts`; a test compares them). */
export const ACCOUNT_DEFAULTS: AccountSettings = {
	darkMode: null,
	"feedback.showPassFail": true,
	"feedback.showHints": true,
	"feedback.showAssertionDetails": true,
	"feedback.showNearMiss": true,
	"feedback.verifyOnType": false,
	keybindings: "default",
	"formatter.enabled": false,
	"formatter.trigger": "manual",
	"formatter.tabSize": 2,
	"formatter.useTabs": false,
	"formatter.printWidth": 80,
	"formatter.semi": true,
	"formatter.singleQuote": false,
	fileStubs: true,
};
const LOCAL_DEFAULTS: LocalSettings = {
	"editor.fontSize": 14,
	"editor.lineWrap": true,
	language: "browser",
};
export const DEFAULTS: SettingValues = {
	...ACCOUNT_DEFAULTS,
	...LOCAL_DEFAULTS,
};

export interface SettingsStore extends ReadableSignal<SettingValues> {
	/** Changes settings at once; they are sent to the account soon, where there is one. */
	change(changes: Partial<SettingValues>): void;
}

/** Keys of the account's settings as they were read last, and of changes that it does not have yet. */
const STORED = "settings";
export const CHANGES = "settings-changes";
/** Key of the settings of this browser. */
export const LOCAL = "settings-local";

/** How long changes are gathered, in milliseconds: the service takes 20 requests a minute. */
const GATHER_MS = 500;
const RETRY_MS = 30_000;

/** Calls of the service; each rejects with an {@link ApiError}. */
export interface SettingsCalls {
	settings(): Promise<StoredSettings>;
	changeSettings(patch: object): Promise<StoredSettings>;
}

/** @param storage of the current user; `remote` is absent where there is no account. */
export function createSettings(
	storage: RecordStorage,
	remote?: { calls: SettingsCalls; account: Account },
): SettingsStore {
	const changesHere = () => storage.read(CHANGES, isChanges) ?? {};
	const compute = (): SettingValues => ({
		...DEFAULTS,
		...storage.read(STORED, isChanges),
		...changesHere(),
		...storage.read(LOCAL, isChanges),
	});
	const values = signal(compute());
	const update = () => {
		const next = compute();
		if (JSON.stringify(next) !== JSON.stringify(values.read()))
			values.set(next);
	};
	storage.watch(update);
	const sync = remote ? createSync(storage, remote, update) : () => {};
	return {
		...values,
		change(changes) {
			for (const [name, value] of Object.entries(changes)) {
				const key = Object.hasOwn(LOCAL_DEFAULTS, name) ? LOCAL : CHANGES;
				const before = storage.read(key, isChanges);
				storage.write(key, { ...before, [name]: value });
			}
			update();
			sync();
		},
	};
}

/** Sends changes and reads what the account has: at each sign-in, when the network is back, and when the result is called. */
function createSync(
	storage: RecordStorage,
	{ calls, account: { state } }: { calls: SettingsCalls; account: Account },
	update: () => void,
): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let known: string | null = null;
	let running = false;
	const user = () => {
		const now = state.read();
		return now.state === "in" ? now.user._id : null;
	};
	const exchange = async (owner: string) => {
		const sent = storage.read(CHANGES, isChanges);
		try {
			const answer = sent
				? await calls.changeSettings(nest(sent))
				: await calls.settings();
			if (user() !== owner) return;
			storage.write(STORED, flatten(answer));
			forget(storage, sent ?? {});
		} catch (error) {
			if (user() !== owner) return;
			if (sent && error instanceof ApiError && isFinal(error))
				forget(storage, sent);
			else if (sent) schedule(retryAfter(error));
			return;
		} finally {
			update();
		}
		if (storage.read(CHANGES, isChanges)) schedule(GATHER_MS);
	};
	const run = async () => {
		const owner = user();
		if (!owner || running) return;
		running = true;
		await exchange(owner);
		running = false;
		// Another user has signed in meanwhile.
		if (user() !== owner) schedule(0);
	};
	const schedule = (milliseconds: number) => {
		clearTimeout(timer);
		timer = setTimeout(() => void run(), milliseconds);
	};
	state.watch(() => {
		const now = user();
		if (now && now !== known) schedule(0);
		known = now;
	});
	if (typeof window !== "undefined")
		window.addEventListener("online", () => schedule(0));
	return () => schedule(GATHER_MS);
}

/** Removes the changes that are `settled`, except those that were changed again meanwhile. */
function forget(storage: RecordStorage, settled: Partial<SettingValues>): void {
	const rest = Object.entries(storage.read(CHANGES, isChanges) ?? {}).filter(
		([name, value]) => settled[name as SettingName] !== value,
	);
	if (rest.length > 0) storage.write(CHANGES, Object.fromEntries(rest));
	else storage.remove(CHANGES);
}

function retryAfter(error: unknown): number {
	const seconds = error instanceof ApiError ? error.retryAfter : null;
	return seconds === null ? RETRY_MS : seconds * 1000 + 250;
}

/** As the service takes and gives them: groups are objects. */
function nest(values: Partial<SettingValues>): Record<string, unknown> {
	const nested: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const [group = "", field] = name.split(".");
		if (field === undefined) nested[group] = value;
		else nested[group] = { ...(nested[group] as object), [field]: value };
	}
	return nested;
}

function flatten({ _id, ...settings }: StoredSettings): object {
	const flat: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(settings))
		if (typeof value !== "object" || value === null) flat[name] = value;
		else
			for (const [field, one] of Object.entries(value))
				flat[`${name}.${field}`] = one;
	return flat;
}

/** Some settings, each with a value of its kind; those of a later version of the page are no settings of this one. */
export function isChanges(value: unknown): value is Partial<SettingValues> {
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return false;
	return Object.entries(value).every(([name, one]) => {
		if (!Object.hasOwn(DEFAULTS, name)) return false;
		const standard = DEFAULTS[name as SettingName];
		if (standard === null) return one === null || typeof one === "boolean";
		return typeof one === typeof standard;
	});
}
