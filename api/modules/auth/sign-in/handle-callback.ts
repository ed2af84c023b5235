/** The browser is back from the provider: with a sign-in that it began itself, once, in time, and not refused. */
import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/pool.ts";
import { providerFailed, SignInFailure } from "../failure.ts";
import { codeword, type IdentityProvider } from "../oauth.ts";
import type { Profile } from "../profile.ts";
import { hashOf } from "../secrets.ts";
import { browserSecret } from "./browser-secret.ts";
import { takeSignIn } from "./queries.ts";
import type { Wish } from "./sign-in-intent.ts";

export const CallbackQuery = Type.Object({
	state: Type.Optional(Type.String()),
	code: Type.Optional(Type.String()),
	error: Type.Optional(Type.String()),
	iss: Type.Optional(Type.String()),
});

interface CameBack {
	wish: Wish;
	/** Who it is. Throws SignInFailure when the provider does not say so. */
	profile(): Promise<Profile>;
}

/** Throws SignInFailure when this browser has begun no such sign-in. */
export async function cameBack(
	sql: Sql,
	request: Request,
	{ state, code, error, iss }: Static<typeof CallbackQuery>,
	provider: IdentityProvider,
	secure: boolean,
): Promise<CameBack> {
	const browser = browserSecret(request, secure);
	if (!state) throw mismatch();
	if (!browser) throw noCookie();
	const wish = await takeSignIn(sql, hashOf(state), hashOf(browser));
	if (!wish) throw mismatch();
	return {
		wish,
		async profile() {
			if (wish.expired) throw expired();
			if (iss !== undefined && !provider.isIssuer(iss))
				throw providerFailed("the answer names another issuer");
			if (error !== undefined) throw refused(error);
			if (!code) throw providerFailed("the provider sent no code");
			return provider.profile(code, wish.codeVerifier);
		},
	};
}

function refused(error: string): SignInFailure {
	if (error !== "access_denied")
		return providerFailed(`the provider refused: ${codeword(error)}`);
	return new SignInFailure(
		"sign_in_denied",
		"You did not allow Treeline to see who you are, so nothing was changed. Challenges work without an account; to keep your progress everywhere, try again and allow it.",
	);
}

const mismatch = () =>
	new SignInFailure(
		"sign_in_mismatch",
		"This link to finish a sign-in was used before, or belongs to a sign-in that another browser began. Nobody was signed in; start over.",
	);

const noCookie = () =>
	new SignInFailure(
		"sign_in_mismatch",
		"This browser did not bring the cookie that the sign-in began with: it was begun in another browser, more than ten minutes ago, or cookies are blocked here. Allow cookies for this site, then start over.",
	);

const expired = () =>
	new SignInFailure(
		"sign_in_expired",
		"More than ten minutes passed between the beginning of this sign-in and its end. Start over; nothing was lost.",
	);
