/**
 * Values for the sinks that the page's policy (`require-trusted-types-for 'script'`) closes to plain text. There are three of them: rendered
 * Markdown, the engine's worker and the service worker. A browser without Trusted Types takes plain text.
 */

interface TrustedTypes {
	createPolicy(
		name: string,
		rules: {
			createHTML(html: string): string;
			createScriptURL(url: string): string;
		},
	): {
		createHTML(html: string): unknown;
		createScriptURL(url: string): unknown;
	};
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("treeline", {
	createHTML: (html) => html,
	createScriptURL(url) {
		const { origin, protocol } = new URL(url, location.href);
		if (origin === location.origin || protocol === "blob:") return url;
		throw new TypeError(`${url} is not a script of this site.`);
	},
});

/** HTML of `markdownToHtml`, which escapes what packs wrote. */
export const trustedHtml = (html: string) =>
	(policy?.createHTML(html) ?? html) as string;

/** The address of a script of this site. Throws TypeError for any other. */
export const trustedScriptUrl = (url: string) =>
	(policy?.createScriptURL(url) ?? url) as string;
