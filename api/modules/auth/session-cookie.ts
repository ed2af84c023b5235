/** The session's cookie (contract, section 5). How long it is good for, the database decides; the browser keeps it for the longest. */
import { setCookie } from "../../server/cookies.ts";
import { SESSION_COOKIE } from "../../server/session-guard.ts";

/** In seconds. */
const LONGEST = 30 * 24 * 60 * 60;

/** @param secure whether this site is reached over https */
export const sessionCookie = (token: string, secure: boolean): string =>
	setCookie(SESSION_COOKIE, token, { path: "/", maxAge: LONGEST, secure });

export const endedSessionCookie = (secure: boolean): string =>
	setCookie(SESSION_COOKIE, "", { path: "/", maxAge: 0, secure });
