/** The configured service: its address, and API clients for it. */
import { type Client, createClient } from "@treeline/webview/client";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";

export type { Client };

/** The name of this editor's sessions in the list of sessions. */
const NAME = "Treeline (VS Code)";

/** The service's address, without a slash at its end. Throws UserError when the setting is not an address that a session may be sent to. */
export function serverAddress(): string {
	const value = vscode.workspace
		.getConfiguration("treeline")
		.get<string>("server", "");
	const url = URL.canParse(value) ? new URL(value) : null;
	if (!url || !/^https?:$/.test(url.protocol))
		throw invalidSetting(
			vscode.l10n.t('"{0}" is not an http or https address.', value),
		);
	const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url.protocol === "http:" && !local)
		throw invalidSetting(
			vscode.l10n.t('"{0}" would be reached without encryption.', value),
		);
	return url.origin;
}

/** An API client for `server`; a null `session` is anonymous. */
export const clientOf = (server: string, session: string | null): Client =>
	createClient(`${server}/api/v1`, {
		...(session && { authorization: `Session ${session}` }),
		...userAgent(),
	});

/** Browsers set this header themselves and do not allow another. */
function userAgent(): Record<string, string> {
	const { process } = globalThis as {
		process?: { platform?: string; versions?: { node?: string } };
	};
	if (!process?.versions?.node) return {};
	const system =
		process.platform === "win32" ? "Windows" : (process.platform ?? "");
	return { "user-agent": `${NAME}; ${system}` };
}

const invalidSetting = (detail: string) =>
	new UserError(
		vscode.l10n.t("The setting treeline.server is not valid: {0}", detail),
		vscode.l10n.t(
			"Set it to the address of your Treeline, like https://treeline.example.",
		),
	);
