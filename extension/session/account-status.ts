/** Shows who is signed in: in the status bar, in the editor's accounts menu, and in one message when a session has ended. */
import type { Outbox } from "@treeline/webview/outbox";
import * as vscode from "vscode";
import type { Account } from "./account.ts";

export function showAccountStatus(
	account: Account,
	outbox: Outbox,
): vscode.Disposable {
	const item = vscode.window.createStatusBarItem(
		"treeline.account",
		vscode.StatusBarAlignment.Right,
	);
	item.name = "Treeline Account";
	let wasSignedIn = account.signedIn;
	const show = () => {
		const { person, signedIn } = account;
		void vscode.commands.executeCommand(
			"setContext",
			"treeline.signedIn",
			signedIn,
		);
		if (wasSignedIn && !signedIn && person) void showSessionEnded(person.name);
		wasSignedIn = signedIn;
		if (!person) return item.hide();
		const unsynced = unsyncedText(outbox.waitingOf(person.id));
		item.text = signedIn
			? `$(account) ${person.name}`
			: "$(account) Treeline: session ended";
		item.tooltip = signedIn
			? `Signed in to Treeline as ${person.name}.${unsynced}`
			: `The Treeline session of ${person.name} has ended; select to sign in again.${unsynced}`;
		item.accessibilityInformation = { label: item.tooltip };
		item.command = signedIn ? "treeline.signOut" : "treeline.signIn";
		item.show();
	};
	const stop = outbox.waiting.watch(show);
	const listening = vscode.Disposable.from(item, account.onChange(show));
	show();
	return new vscode.Disposable(() => {
		stop();
		listening.dispose();
	});
}

function unsyncedText(count: number): string {
	if (count === 0) return "";
	return ` ${count} ${count === 1 ? "result" : "results"} not synced yet.`;
}

async function showSessionEnded(name: string): Promise<void> {
	const again = "Sign In";
	const chosen = await vscode.window.showWarningMessage(
		`Your Treeline session has ended, ${name}. Your results are saved in this editor. Sign in again to sync them.`,
		again,
	);
	if (chosen === again) await vscode.commands.executeCommand("treeline.signIn");
}

/** Registers the authentication provider, by which Treeline is in the editor's accounts menu, with Sign Out. */
export function registerProvider(account: Account): vscode.Disposable {
	const changed =
		new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
	const sessions = (): vscode.AuthenticationSession[] => {
		const { person, signedIn } = account;
		if (!person || !signedIn) return [];
		const { id, name: label } = person;
		// Other extensions get no token.
		return [{ id, accessToken: "", account: { id, label }, scopes: [] }];
	};
	let previous = sessions();
	const registered = vscode.authentication.registerAuthenticationProvider(
		"treeline",
		"Treeline",
		{
			onDidChangeSessions: changed.event,
			getSessions: async () => sessions(),
			async createSession() {
				await account.signIn();
				const [session] = sessions();
				if (!session) throw new Error("Nobody was signed in.");
				return session;
			},
			removeSession: () => account.signOut(),
		},
		{ supportsMultipleAccounts: false },
	);
	const listening = account.onChange(() => {
		const removed = previous;
		previous = sessions();
		changed.fire({ added: previous, removed, changed: [] });
	});
	return vscode.Disposable.from(changed, registered, listening);
}
