/** Where a sign-in comes back from the browser: the extension's own address, with a state by which it is told which sign-in it belongs to. */
import * as vscode from "vscode";

/** A sign-in that goes on in the browser: what the exchange of its code needs. */
export interface PendingSignIn {
	server: string;
	verifier: string;
}

/** A return from the browser, with the sign-in that it belongs to. */
export interface Return extends PendingSignIn {
	query: URLSearchParams;
}

export interface Returns extends vscode.Disposable {
	/** The address for the browser to come back to with this state. */
	address(state: string): Promise<string>;
	/**
	 * What comes back for this sign-in, or for one begun before it whose page is still open in the browser; null when `givenUp` or
	 * another sign-in comes first: one at a time is waited for.
	 */
	comesBack(
		state: string,
		signIn: PendingSignIn,
		givenUp: vscode.CancellationToken,
	): Promise<Return | null>;
}

const PLACE = "/signed-in/";
/** The state, whatever an editor has put behind it. */
const STATE = /^\/signed-in\/([\w-]+)/;

export function createReturns(extensionId: string): Returns {
	/** By state; all of them until one comes back or is given up. */
	const pending = new Map<string, PendingSignIn>();
	let waiting: ((outcome: Return | null) => void) | null = null;
	const handler = vscode.window.registerUriHandler({
		handleUri({ path, query }) {
			const signIn = pending.get(STATE.exec(path)?.[1] ?? "");
			if (waiting && signIn)
				return waiting({ ...signIn, query: new URLSearchParams(query) });
			void vscode.window.showWarningMessage(
				"This sign-in was not begun in this window, or is over. Run “Treeline: Sign In” to start again.",
			);
		},
	});
	return {
		async address(state) {
			const own = vscode.Uri.parse(
				`${vscode.env.uriScheme}://${extensionId}${PLACE}${state}`,
			);
			// Encoded once more, an address with a query would be another.
			return (await vscode.env.asExternalUri(own)).toString(true);
		},
		async comesBack(state, signIn, givenUp) {
			const { promise, resolve } = Promise.withResolvers<Return | null>();
			waiting?.(null);
			waiting = resolve;
			pending.set(state, signIn);
			const stop = givenUp.onCancellationRequested(() => resolve(null));
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
