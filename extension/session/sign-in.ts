/** Signs the editor in through the browser: an authorization code with PKCE (RFC 7636), returned to the extension's own URI. */
import { ApiError } from "@treeline/webview/host";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { clientOf } from "./service.ts";
import type { SignInCallback, UriHandler } from "./uri-handler.ts";

/** What the service at `server` returns for a code. */
export interface SignedIn {
	server: string;
	session: string;
	user: { _id: string; name: string };
	expiresAt: string;
}

/** Signs in; null when the learner cancelled or began another sign-in, which then handles the callbacks of both. Throws UserError. */
export function signInAt(
	server: string,
	uriHandler: UriHandler,
): Promise<SignedIn | null> {
	return Promise.resolve(
		vscode.window.withProgress(
			{
				location: vscode.ProgressLocation.Notification,
				title: vscode.l10n.t("Signing in to Treeline"),
				cancellable: true,
			},
			async (progress, cancelled) => {
				progress.report({
					message: vscode.l10n.t("continue in your browser…"),
				});
				const callback = await authorizeInBrowser(
					server,
					uriHandler,
					cancelled,
				);
				if (callback === null) return null;
				progress.report({ message: vscode.l10n.t("almost done…") });
				return exchangeCode(callback);
			},
		),
	);
}

async function authorizeInBrowser(
	server: string,
	uriHandler: UriHandler,
	cancelled: vscode.CancellationToken,
): Promise<SignInCallback | null> {
	const state = newSecret();
	const verifier = newSecret();
	const query = new URLSearchParams({
		client: "editor",
		redirect: await uriHandler.callbackUri(state),
		code_challenge: await challengeOf(verifier),
	});
	const stop = new vscode.CancellationTokenSource();
	const stopping = cancelled.onCancellationRequested(() => stop.cancel());
	try {
		const callback = uriHandler.waitForCallback(
			state,
			{ server, verifier },
			stop.token,
		);
		const address = `${server}/api/auth/signin?${query}`;
		// As text: a Uri would be encoded again, and the redirect inside the query with it.
		if (!(await vscode.env.openExternal(address as unknown as vscode.Uri)))
			throw new UserError(
				vscode.l10n.t("The browser was not opened, so nobody was signed in."),
				vscode.l10n.t(
					"Run “Treeline: Sign In” again, and let the editor open the address.",
				),
			);
		return await callback;
	} finally {
		stop.cancel();
		stop.dispose();
		stopping.dispose();
	}
}

async function exchangeCode({
	server,
	verifier,
	query,
}: SignInCallback): Promise<SignedIn> {
	const code = query.get("code");
	if (!code)
		throw new UserError(
			vscode.l10n.t(
				"You did not allow this editor to sign in, so nothing was changed.",
			),
			vscode.l10n.t("Run “Treeline: Sign In” again if you did not mean that."),
		);
	try {
		const response = await clientOf(server, null).exchange({
			code,
			code_verifier: verifier,
		});
		return { ...response, server };
	} catch (error) {
		if (error instanceof ApiError)
			throw new UserError(error.detail, error.nextStep);
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
