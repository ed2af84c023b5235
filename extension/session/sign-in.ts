/**
 * Signing this editor in: through the browser, where the learner says yes, and back to the extension's own address with a code that is
 * good once, for a minute, and for nobody but whoever holds the verifier (RFC 7636).
 */
import { ApiError } from "@treeline/webview/host";
import * as vscode from "vscode";
import { Trouble } from "../trouble.ts";
import type { Return, Returns } from "./returns.ts";
import { clientOf } from "./service.ts";

/** What the service at `server` gives in exchange for a code. */
export interface SignedIn {
	server: string;
	session: string;
	user: { _id: string; name: string };
	expiresAt: string;
}

/** Runs the whole way; null when the learner gave up or began another sign-in, which then takes the returns of both. Throws Trouble. */
export function signInAt(
	server: string,
	returns: Returns,
): Promise<SignedIn | null> {
	return Promise.resolve(
		vscode.window.withProgress(
			{
				location: vscode.ProgressLocation.Notification,
				title: "Signing in to Treeline",
				cancellable: true,
			},
			async (progress, givenUp) => {
				progress.report({ message: "go on in your browser…" });
				const back = await throughBrowser(server, returns, givenUp);
				if (back === null) return null;
				progress.report({ message: "almost done…" });
				return exchange(back);
			},
		),
	);
}

async function throughBrowser(
	server: string,
	returns: Returns,
	givenUp: vscode.CancellationToken,
): Promise<Return | null> {
	const state = newSecret();
	const verifier = newSecret();
	const query = new URLSearchParams({
		client: "editor",
		redirect: await returns.address(state),
		code_challenge: await challengeOf(verifier),
	});
	const stop = new vscode.CancellationTokenSource();
	const stopping = givenUp.onCancellationRequested(() => stop.cancel());
	try {
		const back = returns.comesBack(state, { server, verifier }, stop.token);
		const address = `${server}/api/auth/signin?${query}`;
		// As text: a Uri would be written anew on its way out, and the address inside the query with it.
		if (!(await vscode.env.openExternal(address as unknown as vscode.Uri)))
			throw new Trouble(
				"The browser was not opened, so nobody was signed in.",
				"Run “Treeline: Sign In” again, and let the editor open the address.",
			);
		return await back;
	} finally {
		stop.cancel();
		stop.dispose();
		stopping.dispose();
	}
}

async function exchange({
	server,
	verifier,
	query,
}: Return): Promise<SignedIn> {
	const code = query.get("code");
	if (!code)
		throw new Trouble(
			"You did not allow this editor to sign in, so nothing was changed.",
			"Run “Treeline: Sign In” again if you did not mean that.",
		);
	try {
		const given = await clientOf(server, null).exchange({
			code,
			code_verifier: verifier,
		});
		return { ...given, server };
	} catch (error) {
		if (error instanceof ApiError)
			throw new Trouble(error.detail, error.nextStep);
		throw error;
	}
}

/** 256 random bits, as text for an address. */
const newSecret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function challengeOf(verifier: string): Promise<string> {
	const bytes = new TextEncoder().encode(verifier);
	return base64url(
		new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
	);
}

const base64url = (bytes: Uint8Array) =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
