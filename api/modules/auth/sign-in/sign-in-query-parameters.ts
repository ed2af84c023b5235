/** The intent of a sign-in: the page of this site to return to, or the editor that waits for a code (contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";
import { refuse } from "../../../server/errors.ts";
import { editorRedirect } from "../native-apps/allowed-redirects.ts";
import { OAUTH_PATH } from "../oauth-server/well-known-metadata.ts";

export const SignInQuery = Type.Object({
	returnTo: Type.Optional(
		Type.String({ description: "A path of this site to end at." }),
	),
	client: Type.Optional(
		Type.String({
			description: "`editor` when an editor or a terminal is to be signed in.",
		}),
	),
	redirect: Type.Optional(
		Type.String({
			description:
				"With `client=editor`: the extension's own URI, or `http://127.0.0.1:<port>/…`.",
		}),
	),
	code_challenge: Type.Optional(
		Type.String({
			description:
				"With `client=editor`: the S256 challenge of the verifier that the exchange brings.",
		}),
	),
	code_challenge_method: Type.Optional(
		Type.String({ description: "`S256`, the only one." }),
	),
});

export interface SignInIntent {
	returnTo: string;
	editor: { redirect: string; challenge: string } | null;
}

/** Throws `validation_failed` for what is on no list. */
export function signInIntentOf(
	query: Static<typeof SignInQuery>,
): SignInIntent {
	const returnTo = returnToOf(query.returnTo);
	const { client, redirect, code_challenge, code_challenge_method } = query;
	if (client === undefined) return { returnTo, editor: null };
	if (client !== "editor")
		refuseQuery("client", "can be `editor` only; leave it out on a page");
	if (!redirect || !editorRedirect(redirect))
		refuseQuery(
			"redirect",
			"is not on the list; give the extension's own URI or http://127.0.0.1:<port>/…",
		);
	if (!/^[A-Za-z0-9_-]{43}$/.test(code_challenge ?? ""))
		refuseQuery(
			"code_challenge",
			"is no S256 challenge; give the SHA-256 of the verifier as base64url without padding",
		);
	if ((code_challenge_method ?? "S256") !== "S256")
		refuseQuery("code_challenge_method", "can be `S256` only");
	return {
		returnTo,
		editor: { redirect: redirect ?? "", challenge: code_challenge ?? "" },
	};
}

/** The address that begins the same sign-in again. */
export function retryUrl({ returnTo, editor }: SignInIntent): string {
	const query: Record<string, string> = editor
		? {
				client: "editor",
				redirect: editor.redirect,
				code_challenge: editor.challenge,
			}
		: { returnTo };
	return `/api/auth/signin?${new URLSearchParams(query)}`;
}

function refuseQuery(name: string, detail: string): void {
	refuse([{ pointer: `#/query/${name}`, code: "not_allowed", detail }]);
}

const MAX_PATH_LENGTH = 2000;

/** The path to store; throws `validation_failed` for anything but a path of this site. Defaults to the page itself. */
function returnToOf(given: string | undefined): string {
	if (given === undefined || given === "") return "/";
	// Resolved against a site of no one's: what leaves it, or only looks as if, is refused.
	const url = URL.parse(given, "http://site.invalid");
	const path = url ? url.pathname + url.search + url.hash : "";
	if (
		!given.startsWith("/") ||
		given.length > MAX_PATH_LENGTH ||
		// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, and what is left may be another site
		/[\\\x00-\x20\x7f]/.test(given) ||
		url?.origin !== "http://site.invalid" ||
		path.startsWith("//") ||
		(path.startsWith("/api/") && !path.startsWith(`${OAUTH_PATH}/authorize?`))
	)
		refuse([
			{
				pointer: "#/query/returnTo",
				code: "not_a_path",
				detail: "is no page of this site; give a path like /packs/express",
			},
		]);
	return path;
}

export const CALLBACK = "/api/auth/callback/idp";

/** In seconds: how long a sign-in may take. */
export const SIGN_IN_SECONDS = 600;
