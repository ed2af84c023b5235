/** Composes the routes of `/api/auth`: session, sign-in on a page and in an editor, sign-out (contract, section 5). */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { Report } from "../../server/log-and-metrics.ts";
import type { AddressLimit } from "../../server/rate-limit.ts";
import { routes } from "../../server/route-definition.ts";
import type { SessionGuards } from "../../server/session-authentication.ts";
import type { IdentityProvider } from "./identity-provider-client.ts";
import { editorSignIn } from "./native-apps/consent-and-code-exchange-routes.ts";
import { authorizeRoutes } from "./oauth-server/authorize-routes.ts";
import { tokenRoutes } from "./oauth-server/token-routes.ts";
import { ownSessions, signOut } from "./session/routes.ts";
import { signIn } from "./sign-in/routes.ts";

interface AuthParts {
	sql: Sql;
	/** Null = sign-in is not set up. */
	provider: IdentityProvider | null;
	/** Origins whose pages may change things: this site's public one first. */
	origins: readonly [string, ...string[]];
	report: Report;
	/** Of sign-ins that are begun. */
	signIns: AddressLimit;
}

export const auth = (parts: AuthParts, sessions: SessionGuards) => {
	const { sql, provider, origins, report, signIns: limit } = parts;
	const [origin] = origins;
	return routes()
		.use(ownSessions(sql, sessions, origin, provider !== null))
		.use(signIn({ sql, provider, origin, report, limit }))
		.use(editorSignIn({ sql, origin, report }))
		.use(
			authorizeRoutes(
				{ sql, origin, report, limit, signInAvailable: provider !== null },
				sessions,
			),
		)
		.use(tokenRoutes({ sql, origin, report, limit }))
		.use(signOut(sql, origins, report));
};
