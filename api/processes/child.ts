/** What makes a process of the API a child: its configuration, and the readiness check of its siblings. */
import type { Config } from "../config.ts";
import type { Check } from "../modules/health/checks.ts";
import type { Opening } from "./messages.ts";
import type { ParentLink } from "./parent-link.ts";

/** The configuration that was read, with what the parent gives. */
export const configOfChild = (
	config: Config,
	{ port, backendPort, embedded, ...given }: Opening,
): Config => ({
	...config,
	port,
	backendPort,
	database: config.database ?? embedded,
	adminSecrets: given.adminSecrets,
	adminKeys: given.adminKeys,
	ipHashSecret: given.ipHashSecret,
	localSignInSecret: given.localSignInSecret,
	isChild: true,
});

/** Fails while a child is missing: the others serve, with less than all of the service's power. */
export const siblingCheck = (
	parent: Pick<ParentLink, "isComplete">,
): Check => ({
	name: "processes",
	critical: false,
	isNamedOnFailureOnly: true,
	works: async () => parent.isComplete(),
});
