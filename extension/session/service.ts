/** The service that keeps accounts: its address, as the user has set it, and the calls that this editor makes of it. */
import { type Client, createClient } from "@treeline/webview/client";
import * as vscode from "vscode";
import { Trouble } from "../trouble.ts";

export type { Client };

/** How the sessions that this editor holds are called in the list of one's sessions. */
const NAME = "Treeline (VS Code)";

/** The service's address, without a slash at its end. Throws Trouble when the setting is none that a session may be sent to. */
export function serverAddress(): string {
	const set = vscode.workspace
		.getConfiguration("treeline")
		.get<string>("server", "");
	const url = URL.canParse(set) ? new URL(set) : null;
	if (!url || !/^https?:$/.test(url.protocol))
		throw wrong(`"${set}" is not an http or https address.`);
	const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
	if (url.protocol === "http:" && !local)
		throw wrong(`"${set}" would be reached without encryption.`);
	return url.origin;
}

/** Calls of `server`, as the learner whose `session` it is; null = as nobody. */
export const clientOf = (server: string, session: string | null): Client =>
	createClient(`${server}/api/v1`, {
		...(session && { authorization: `Session ${session}` }),
		...userAgent(),
	});

/** In a browser the browser says what it is, and lets nobody else. */
function userAgent(): Record<string, string> {
	const { process } = globalThis as {
		process?: { platform?: string; versions?: { node?: string } };
	};
	if (!process?.versions?.node) return {};
	const system =
		process.platform === "win32" ? "Windows" : (process.platform ?? "");
	return { "user-agent": `${NAME}; ${system}` };
}

const wrong = (detail: string) =>
	new Trouble(
		`The setting treeline.server is not valid: ${detail}`,
		"Set it to the address of your Treeline, like https://treeline.example.",
	);
