/** Cookies are read and written by hand: parsing them all costs more than a whole request. */

/** The first cookie of this name, as it was sent; null when there is none. */
export function cookieOf(request: Request, name: string): string | null {
	for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
		const at = pair.indexOf("=");
		if (at >= 0 && pair.slice(0, at).trim() === name)
			return pair.slice(at + 1).trim() || null;
	}
	return null;
}

export interface CookieTerms {
	path: string;
	/** In seconds; 0 takes the cookie away. */
	maxAge: number;
	/** Over https only. */
	secure: boolean;
}

/** A `Set-Cookie` value that scripts cannot read and other sites' forms do not bring along. */
export function setCookie(
	name: string,
	value: string,
	{ path, maxAge, secure }: CookieTerms,
): string {
	return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
