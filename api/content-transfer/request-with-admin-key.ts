/** Asks the running service as its administrator, from a command on its machine. */

import { publicOrigin } from "../config/listen-addresses-and-origins.ts";
import { adminKeysOf } from "../config/read-or-generate-secrets.ts";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import type { Problem } from "../server/errors.ts";

/** The response of a success. Throws StartupError with what is wrong, line by line where lines are. */
export async function requestWithAdminKey(
	config: Config,
	path: string,
	init: RequestInit = {},
): Promise<Response> {
	const [key = ""] = await adminKeysOf(config);
	const origin = publicOrigin(config, null);
	let response: Response;
	try {
		response = await fetch(`${origin}/api/v1/admin/content${path}`, {
			...init,
			headers: { "x-admin-key": key, ...init.headers },
		});
	} catch (error) {
		const { code, message } = error as { code?: string; message: string };
		throw new StartupError(
			`${origin} cannot be reached (${code ?? message}). Start Treeline, or set FRONTEND_URL to where it runs.`,
		);
	}
	if (response.ok) return response;
	const { detail, errors = [] } = (await response.json().catch(() => ({
		detail: `${origin} answered ${response.status}.`,
	}))) as Pick<Problem, "detail" | "errors">;
	const lines = errors.map((one) =>
		one.line === undefined
			? `  ${one.pointer}: ${one.detail}`
			: `  line ${one.line}, ${one.pointer}: ${one.detail}`,
	);
	// The detail repeats the first line's.
	const isOfLines = errors.some(({ line }) => line !== undefined);
	const summary = isOfLines ? "Nothing was imported:" : detail;
	throw new StartupError([summary, ...lines].join("\n"));
}
