/**
 * Handles the extension's own URIs: links to challenges, and the callback of a sign-in, whose state says which sign-in it belongs to.
 * Any web page can open them, so nothing is taken from one that was not validated.
 */
import * as vscode from "vscode";
import { challengeOfLink } from "./deep-link.ts";

/** A sign-in that continues in the browser: what the exchange of its code needs. */
export interface PendingSignIn {
	server: string;
	verifier: string;
}

/** A callback from the browser, with the sign-in that it belongs to. */
export interface SignInCallback extends PendingSignIn {
	query: URLSearchParams;
}

export interface UriHandler extends vscode.Disposable {
	/** The URI for the browser to come back to with this state. */
	callbackUri(state: string): Promise<string>;
	/**
	 * The callback of this sign-in, or of one begun before it whose page is still open in the browser; null when it is cancelled or
	 * another sign-in begins: only one at a time is awaited.
	 */
	waitForCallback(
		state: string,
		signIn: PendingSignIn,
		cancelled: vscode.CancellationToken,
	): Promise<SignInCallback | null>;
}

const CALLBACK_PATH = "/signed-in/";
/** The state; editors may append to it. */
const STATE = /^\/signed-in\/([\w-]+)/;

/** Opens the challenge that a link names; the command reports an unknown one. */
function openLink(path: string): void {
	const key = challengeOfLink(path);
	if (key)
		void vscode.commands.executeCommand("treeline.openChallenge", {
			key,
			isLinked: true,
		});
	else
		void vscode.window.showErrorMessage(
			vscode.l10n.t(
				"This link does not name a challenge. It must end in /challenge/<pack>/<challenge>. Check the link, or choose a challenge in the Packs view.",
			),
		);
}

export function createUriHandler(extensionId: string): UriHandler {
	/** By state; all of them until one callback arrives or is cancelled. */
	const pending = new Map<string, PendingSignIn>();
	let waiting: ((outcome: SignInCallback | null) => void) | null = null;
	const handler = vscode.window.registerUriHandler({
		handleUri({ path, query }) {
			if (!path.startsWith(CALLBACK_PATH)) return openLink(path);
			const signIn = pending.get(STATE.exec(path)?.[1] ?? "");
			if (waiting && signIn)
				return waiting({ ...signIn, query: new URLSearchParams(query) });
			void vscode.window.showWarningMessage(
				vscode.l10n.t(
					"This sign-in was not begun in this window, or is over. Run “Treeline: Sign In” to start again.",
				),
			);
		},
	});
	return {
		async callbackUri(state) {
			const uri = vscode.Uri.parse(
				`${vscode.env.uriScheme}://${extensionId}${CALLBACK_PATH}${state}`,
			);
			// Unescaped: encoded twice, a URI with a query would be another one.
			return (await vscode.env.asExternalUri(uri)).toString(true);
		},
		async waitForCallback(state, signIn, cancelled) {
			const { promise, resolve } =
				Promise.withResolvers<SignInCallback | null>();
			waiting?.(null);
			waiting = resolve;
			pending.set(state, signIn);
			const stop = cancelled.onCancellationRequested(() => resolve(null));
			return promise.finally(() => {
				stop.dispose();
				if (waiting !== resolve) return;
				waiting = null;
				pending.clear();
			});
		},
		dispose: () => handler.dispose(),
	};
}
