/** Where a sign-in comes back from the browser: the extension's own address, with a state by which it is told whose return it is. */
import * as vscode from "vscode";

export interface Returns extends vscode.Disposable {
	/** The address for the browser to come back to with this state. */
	address(state: string): Promise<string>;
	/** What comes back with this state; null when `givenUp` or another sign-in comes first: one at a time is waited for. */
	comesBack(
		state: string,
		givenUp: vscode.CancellationToken,
	): Promise<URLSearchParams | null>;
}

const PLACE = "/signed-in/";
/** The state, whatever an editor has put behind it. */
const STATE = /^\/signed-in\/([\w-]+)/;

export function createReturns(extensionId: string): Returns {
	let waiting: {
		state: string;
		take(outcome: URLSearchParams | null): void;
	} | null = null;
	const handler = vscode.window.registerUriHandler({
		handleUri({ path, query }) {
			if (waiting && waiting.state === STATE.exec(path)?.[1])
				return waiting.take(new URLSearchParams(query));
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
		async comesBack(state, givenUp) {
			const { promise, resolve } =
				Promise.withResolvers<URLSearchParams | null>();
			waiting?.take(null);
			const mine = { state, take: resolve };
			waiting = mine;
			const stop = givenUp.onCancellationRequested(() => resolve(null));
			return promise.finally(() => {
				stop.dispose();
				if (waiting === mine) waiting = null;
			});
		},
		dispose: () => handler.dispose(),
	};
}
