/** Where a sign-in ends: routes that do what they are for only in a browser that comes from the identity provider. */

import { challengeOf } from "../../modules/auth/pkce.ts";
import { openBrowser } from "../cookie-browser.ts";
import type { SigningIn } from "../sign-in-client.ts";
import type { Asked } from "./client.ts";
import type { Asking } from "./example-requests.ts";
import { VERIFIER } from "./session-fixtures.ts";

/** By the names of the routes, as {@link Asking} of theirs. */
export const arrivals = (signing: SigningIn): Record<string, Asking> => ({
	"GET /api/auth/callback/idp": async () => {
		const { browser, callback } = await signing.untilCallback();
		return asBrowser(browser.cookies(callback), {
			query: Object.fromEntries(new URL(callback).searchParams),
		});
	},
	"POST /api/auth/consent": async () => {
		const browser = openBrowser();
		const intent = new URLSearchParams({
			client: "editor",
			redirect: "http://127.0.0.1:9/",
			code_challenge: challengeOf(VERIFIER),
		});
		const { answer } = await browser.follow(signing.begin(`?${intent}`));
		const [, ticket = ""] =
			/name="ticket" value="([^"]*)"/.exec(await answer.text()) ?? [];
		return asBrowser(browser.cookies(signing.service.front), {
			form: { ticket, answer: "yes" },
		});
	},
});

const asBrowser = (cookies: Map<string, string>, asked: Asked): Asked => ({
	...asked,
	headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
});
