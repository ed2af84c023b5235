/** A service with an identity provider that is a real one, and what tests of signing in ask of both. */
import { type Browser, openBrowser } from "./cookie-browser.ts";
import { type Service, startService } from "./harness.ts";
import {
	startIdentityProvider,
	type TestProvider,
} from "./identity-provider.ts";

export interface SigningIn {
	service: Service;
	provider: TestProvider;
	/** Where a sign-in is begun. */
	begin(query?: string): string;
	/** A new person, without faults, from here on. */
	anew(): void;
	/** The callback's address of a sign-in that was just begun, with what the provider sends. */
	untilCallback(
		browser?: Browser,
		query?: string,
	): Promise<{ browser: Browser; callback: string }>;
	/** A browser that has signed in. */
	signedIn(headers?: Record<string, string>): Promise<Browser>;
	/** What the service says of the session with these headers. */
	session(headers: Record<string, string>): Promise<SessionAnswer>;
	/** The browser's session as a header. */
	cookie(browser: Browser): string;
	count(table: "users" | "sessions" | "sign_ins"): Promise<number>;
	stop(): Promise<void>;
}

interface SessionAnswer {
	authenticated: boolean;
	user: { _id: string; name: string } | null;
	expiresAt: string | null;
	blockedReason: string | null;
	signInAvailable: boolean;
}

/** @param settings environment variables on top of the provider's */
export async function startSigningIn(
	settings: Record<string, string> = {},
): Promise<SigningIn> {
	const provider = startIdentityProvider();
	const service = await startService({
		// All browsers of a test are one address.
		SIGN_IN_RATE_LIMIT_CAPACITY: "1000000",
		...provider.settings,
		...settings,
	});
	provider.allow(`${service.front}/api/auth/callback/idp`);
	let people = 100;
	const begin = (query = "") => `${service.front}/api/auth/signin${query}`;
	return {
		service,
		provider,
		begin,
		anew() {
			provider.fault = null;
			provider.person = {
				id: ++people,
				login: `robin${people}`,
				name: "Robin",
			};
		},
		async untilCallback(browser = openBrowser(), query = "") {
			const { way } = await browser.follow(begin(query), {
				stop: (location) => location.includes("/api/auth/callback/idp"),
			});
			return { browser, callback: way.at(-1) ?? "" };
		},
		async signedIn(headers = {}) {
			const browser = openBrowser(headers);
			await browser.follow(begin());
			return browser;
		},
		async session(headers) {
			const answer = await fetch(`${service.front}/api/v1/auth/session`, {
				headers,
			});
			return (await answer.json()).data;
		},
		cookie: (browser) =>
			`JSESSIONID=${browser.cookies(service.front).get("JSESSIONID")}`,
		async count(table) {
			const [row] =
				await service.sql`SELECT count(*)::int AS n FROM ${service.sql(table)}`;
			return row?.n as number;
		},
		async stop() {
			await service.stop();
			await provider.stop();
		},
	};
}
