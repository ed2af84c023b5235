/**
 * The account that is signed in. The session is kept in the editor's secret storage and sent only to the service that issued it. The
 * person is kept when a session expires, so that queued results keep their owner.
 */
import * as vscode from "vscode";
import { type Client, clientOf, serverAddress } from "./service.ts";
import { type SignedIn, signInAt } from "./sign-in.ts";
import { createUriHandler } from "./uri-handler.ts";

export interface Person {
	id: string;
	name: string;
}

export interface Account extends vscode.Disposable {
	/** The owner of results made here; null before the first sign-in. */
	readonly person: Person | null;
	/** Whether there is a session; without one, `person` is somebody whose session has ended. False until `restored` resolves. */
	readonly signedIn: boolean;
	/** Whether the session of an earlier window was read. */
	readonly isRestored: boolean;
	/** Resolves when it was; `onChange` fires then, too. Never rejects. */
	readonly restored: Promise<void>;
	/** An API client with the current session. Throws UserError when the setting holds no valid address. */
	client(): Client;
	/** Resolves when somebody has signed in or cancelled. Throws UserError. */
	signIn(): Promise<void>;
	/** Deletes the session here, then on the service. Rejects with an ApiError when only the latter failed. */
	signOut(): Promise<void>;
	/** The service no longer accepts the session. */
	markExpired(): Promise<void>;
	readonly onChange: vscode.Event<void>;
}

interface KnownPerson extends Person {
	server: string;
}

const SECRET = "treeline.session";
const PERSON = "treeline.person";

/** `loaded` resolves when what the session needs is there: nobody is signed in before. */
export function createAccount(
	{ extension, secrets, globalState }: vscode.ExtensionContext,
	loaded: Promise<void>,
	log: vscode.LogOutputChannel,
): Account {
	const changed = new vscode.EventEmitter<void>();
	const uriHandler = createUriHandler(extension.id);
	let stored: SignedIn | null = null;
	let isRestored = false;
	const restore = async () => {
		[stored] = await Promise.all([read(), loaded]);
		isRestored = true;
		changed.fire();
	};
	const restored = restore();
	/** The session, if it belongs to the service that is configured now. Without one no setting is read, which takes long while VS Code starts. */
	const current = () =>
		stored && stored.server === configuredServer() ? stored : null;
	const reload = async () => {
		await restored;
		const before = JSON.stringify(stored);
		stored = await read();
		if (JSON.stringify(stored) !== before) changed.fire();
	};
	const subscriptions = vscode.Disposable.from(
		changed,
		uriHandler,
		secrets.onDidChange(({ key }) => {
			if (key === SECRET) void reload();
		}),
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration("treeline.server")) changed.fire();
		}),
	);
	const clear = async () => {
		stored = null;
		await secrets.delete(SECRET);
		changed.fire();
	};

	async function read(): Promise<SignedIn | null> {
		try {
			return JSON.parse((await secrets.get(SECRET)) ?? "null");
		} catch (error) {
			log.warn(`The session could not be read: ${error}`);
			return null;
		}
	}

	return {
		get person() {
			const user = current()?.user;
			if (user) return { id: user._id, name: user.name };
			const known = globalState.get<KnownPerson | null>(PERSON, null);
			return known && known.server === configuredServer() ? known : null;
		},
		get signedIn() {
			return current() !== null;
		},
		get isRestored() {
			return isRestored;
		},
		restored,
		client: () => clientOf(serverAddress(), current()?.session ?? null),
		async signIn() {
			await restored;
			const signedIn = await signInAt(serverAddress(), uriHandler);
			if (!signedIn) return;
			stored = signedIn;
			const { server, user } = signedIn;
			const { _id: id, name } = user;
			const person: KnownPerson = { id, name, server };
			await globalState.update(PERSON, person);
			await secrets.store(SECRET, JSON.stringify(stored));
			log.info(`Signed in at ${server}.`);
			changed.fire();
		},
		async signOut() {
			await restored;
			const session = stored;
			await globalState.update(PERSON, undefined);
			await clear();
			if (session) await clientOf(session.server, session.session).signOut();
		},
		markExpired: clear,
		onChange: changed.event,
		dispose: () => subscriptions.dispose(),
	};
}

/** The service's address; null when the setting is invalid. */
function configuredServer(): string | null {
	try {
		return serverAddress();
	} catch {
		return null;
	}
}
