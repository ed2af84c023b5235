/** Shows who is signed in: in the status bar, in the editor's accounts menu, and in one message when a session has ended. */
import type { Outbox } from "@treeline/webview/outbox";
import * as vscode from "vscode";
import { plural } from "../plural.ts";
import { withoutLinks } from "../user-error.ts";
import type { Account } from "./account.ts";

export function showAccountStatus(
	account: Account,
	outbox: Outbox,
): vscode.Disposable {
	const item = vscode.window.createStatusBarItem(
		"treeline.account",
		vscode.StatusBarAlignment.Right,
	);
	item.name = vscode.l10n.t("Treeline Account");
	let wasSignedIn = false;
	const show = () => {
		// Nobody is told that a session has ended which was not read yet.
		if (!account.isRestored) return;
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
			: `$(account) ${vscode.l10n.t("Treeline: session ended")}`;
		const status = signedIn
			? vscode.l10n.t("Signed in to Treeline as {0}.", person.name)
			: vscode.l10n.t(
					"The Treeline session of {0} has ended; select to sign in again.",
					person.name,
				);
		item.tooltip = status + unsynced;
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
	const text = plural(count, {
		one: "{0} result not synced yet.",
		other: "{0} results not synced yet.",
	});
	return ` ${text}`;
}

async function showSessionEnded(name: string): Promise<void> {
	const again = vscode.l10n.t("Sign In");
	const chosen = await vscode.window.showWarningMessage(
		vscode.l10n.t(
			"Your Treeline session has ended, {0}. Your results are saved in this editor. Sign in again to sync them.",
			withoutLinks(name),
		),
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
			async getSessions() {
				await account.restored;
				return sessions();
			},
			async createSession() {
				await account.signIn();
				const [session] = sessions();
				if (!session) throw new Error(vscode.l10n.t("Nobody was signed in."));
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
