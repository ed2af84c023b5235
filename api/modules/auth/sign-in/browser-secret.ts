/**
 * The browser that begins a sign-in is the one that has to finish it: a short-lived cookie holds a secret of its own, and the sign-in
 * holds that secret's hash. Tabs share the cookie, so that sign-ins begun side by side can all be finished.
 */
import { cookieOf, setCookie } from "../../../server/cookies.ts";

/** In seconds: how long a sign-in may take. */
export const SIGN_IN_SECONDS = 600;

/** Over https the prefix keeps another host of the same domain from planting the cookie. */
const nameOf = (secure: boolean) =>
	secure ? "__Host-treeline-sign-in" : "treeline-sign-in";

/** The secret that the browser brought; null when it brought none. */
export function browserSecret(
	request: Request,
	secure: boolean,
): string | null {
	const value = cookieOf(request, nameOf(secure));
	return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

export const browserCookie = (secret: string, secure: boolean): string =>
	setCookie(nameOf(secure), secret, {
		path: "/",
		maxAge: SIGN_IN_SECONDS,
		secure,
	});
