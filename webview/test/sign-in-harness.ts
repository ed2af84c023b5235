/** The page's world with an identity provider that takes the protocol at its word, and what tests of signing in do there. */
import {
	startIdentityProvider,
	type TestProvider,
} from "@treeline/api/test/identity-provider";
import type { Page } from "playwright-core";
import { openWorld, type World } from "./harness.ts";

export interface SignInWorld extends World {
	provider: TestProvider;
	/** A new person at the provider, who is signed in there, and no fault from here on. */
	anew(name: string): void;
	/** Where the provider would send this page's browser, which is still at the provider: the callback's address. */
	untilCallback(page: Page): Promise<string>;
}

/** @param settings environment variables on top of the provider's */
export async function openSignInWorld(
	settings: Record<string, string> = {},
): Promise<SignInWorld> {
	const provider = startIdentityProvider();
	const world = await openWorld({ ...provider.settings, ...settings });
	provider.allow(`${world.url}/api/auth/callback/idp`);
	let people = 0;
	return {
		...world,
		provider,
		anew(name) {
			provider.fault = null;
			provider.asks = false;
			provider.person = { id: ++people, login: `person-${people}`, name };
		},
		async untilCallback(page) {
			const { asks } = provider;
			provider.asks = true;
			await page.goto(beginAt(world.url));
			provider.asks = asks;
			await page.getByRole("button", { name: "Authorize" }).waitFor();
			const sent = await page.request.get(`${page.url()}&answer=yes`, {
				maxRedirects: 0,
			});
			return sent.headers().location ?? "";
		},
		async stop() {
			await world.stop();
			await provider.stop();
		},
	};
}

/** Where a sign-in begins that ends at `returnTo`. */
export const beginAt = (url: string, returnTo = "/packs/express") =>
	`${url}/api/auth/signin?${new URLSearchParams({ returnTo })}`;

/** Waits until the page says who is signed in; otherwise tells what stands there instead. */
export async function signedInAs(page: Page, name: string): Promise<void> {
	await page
		.getByRole("button", { name: `Signed in as ${name}` })
		.waitFor()
		.catch(async (error) => {
			const shown = await page.locator("body").ariaSnapshot();
			throw new Error(`${page.url()} shows:\n${shown}`, { cause: error });
		});
}
