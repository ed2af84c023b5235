/**
 * Who is signed in in this editor. The session is a secret of the editor's, kept where it keeps secrets and sent to the service that
 * gave it, and to no other; whose results they are that wait outlives a session that ends by itself.
 */
import * as vscode from "vscode";
import type { Returns } from "./returns.ts";
import { type Client, clientOf, serverAddress } from "./service.ts";
import { type SignedIn, signInAt } from "./sign-in.ts";

export interface Person {
	id: string;
	name: string;
}

export interface Account extends vscode.Disposable {
	/** Whose results they are that are made here; null = nobody's yet. */
	readonly person: Person | null;
	/** Whether there is a session; without one, `person` is somebody whose session has ended. */
	readonly signedIn: boolean;
	/** Calls of the service as whoever is signed in. Throws Trouble when the setting names no service. */
	client(): Client;
	/** Resolves once somebody is signed in, or gave up. Throws Trouble. */
	signIn(): Promise<void>;
	/** Forgets the session, and has the service end it. Rejects with an ApiError when only the latter failed. */
	signOut(): Promise<void>;
	/** The service knows the session no more. */
	ended(): Promise<void>;
	readonly onChange: vscode.Event<void>;
}

interface KnownPerson extends Person {
	server: string;
}

const SECRET = "treeline.session";
const PERSON = "treeline.person";

export async function createAccount(
	{ secrets, globalState }: vscode.ExtensionContext,
	returns: Returns,
	log: vscode.LogOutputChannel,
): Promise<Account> {
	const changed = new vscode.EventEmitter<void>();
	let kept = await read();
	/** The session, if it is of the service that is set now. */
	const current = () => (kept?.server === setServer() ? kept : null);
	const hear = async () => {
		const before = JSON.stringify(kept);
		kept = await read();
		if (JSON.stringify(kept) !== before) changed.fire();
	};
	const listening = vscode.Disposable.from(
		changed,
		secrets.onDidChange(({ key }) => {
			if (key === SECRET) void hear();
		}),
		vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration("treeline.server")) changed.fire();
		}),
	);
	const forget = async () => {
		kept = null;
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
			return known && known.server === setServer() ? known : null;
		},
		get signedIn() {
			return current() !== null;
		},
		client: () => clientOf(serverAddress(), current()?.session ?? null),
		async signIn() {
			const signedIn = await signInAt(serverAddress(), returns);
			if (!signedIn) return;
			kept = signedIn;
			const { server, user } = signedIn;
			const { _id: id, name } = user;
			const person: KnownPerson = { id, name, server };
			await globalState.update(PERSON, person);
			await secrets.store(SECRET, JSON.stringify(kept));
			log.info(`Signed in at ${server}.`);
			changed.fire();
		},
		async signOut() {
			const session = kept;
			await globalState.update(PERSON, undefined);
			await forget();
			if (session) await clientOf(session.server, session.session).signOut();
		},
		ended: forget,
		onChange: changed.event,
		dispose: () => listening.dispose(),
	};
}

/** The service's address; null when the setting names none. */
function setServer(): string | null {
	try {
		return serverAddress();
	} catch {
		return null;
	}
}
