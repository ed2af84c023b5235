/** Contents of a build, put into the service worker by the bundler. */
export interface BuildManifest {
	/** Changes with every file of the build. */
	version: string;
	/** Paths of all files that the page may load, with a hash in their names. */
	assets: string[];
	/** Path of each grammar and a hash of its content. */
	grammars: Record<string, string>;
}

const KEPT_PREFIX = "treeline-kept-";

/** Cache of a pack that the learner keeps offline. */
export const keptCache = (slug: string) => KEPT_PREFIX + slug;

/** Messages of the page to the service worker. */
export type PageMessage =
	/** Controls the page, and stores those of `urls` that are kept for offline use. */
	| { kind: "store"; urls: string[] }
	/** Activates a waiting worker at once. */
	| { kind: "activate" }
	/** Asks whether the worker's build differs from the page's; the answer is a boolean on the message's port. */
	| { kind: "is-other"; version: string };

/** Header of a response that the service worker has stored: it is anonymous, and the service did not answer. */
export const STORED_HEADER = "x-treeline-stored";
