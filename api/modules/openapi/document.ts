/** Builds the OpenAPI 3.1 document of the whole API from its routes: for the public front, or for the backend. */

import manifest from "../../package.json" with { type: "json" };
import { codesByStatus, type ErrorCode } from "../../server/errors.ts";
import { USER_PATHS } from "../../server/forward-to-backend.ts";
import { HEADERS, type Tag } from "../../server/route-definition.ts";
import { SESSION_COOKIE } from "../../server/session-authentication.ts";
import { type Json, shapeWriter } from "./component-schemas.ts";
import { type DocumentedRoute, operationOf, templateOf } from "./operation.ts";

/** Which listener's routes are documented: the public front's, or the backend's. */
export type Side = "front" | "backend";

const TAGS: Record<Tag, string> = {
	Packs: "Ordered collections of challenges for one language.",
	Challenges:
		"What a learner works on: a task, the files to start from, and the checks.",
	Attempts: "Learners' results at challenges.",
	Drafts: "What a learner has written at a challenge so far, on every device.",
	Disputes:
		"Answers that learners hold to be right, although checks refuse them.",
	Settings:
		"How detailed feedback is, how the editor behaves, how the page looks.",
	Search: "Challenges by the words of their titles.",
	"Sign-in": "Sessions, through an OAuth 2.0 identity provider.",
	OAuth: "Connecting apps to `/api/mcp`: an OAuth 2.1 authorization server.",
	Account: "A user's data, to export or delete, and personal tokens.",
	Classes:
		"Packs that a teacher assigns to learners, and the progress that they share.",
	Author: "A user's own packs and challenges.",
	"Command line": "Everything that an offline client needs to work on a pack.",
	Content: "Published content: public reads, and writes with the admin key.",
	Webhooks:
		"Messages about changes of content, signed as the Standard Webhooks specification says.",
	Chat: "Conversations that are grounded in published content.",
	MCP: "The Model Context Protocol: packs and content for language models.",
	Moderation: "What moderators and administrators do, signed in.",
	Administration:
		"Seeding and moderation with the admin secret, on the backend only.",
	Health: "Probes.",
};

const DESCRIPTION = `Coding challenges that are checked by their syntax tree.

Success is \`{ "data": … }\`, and lists add \`meta\`. A refusal is a problem document (RFC 9457) with a stable \`code\` and, where the
request is at fault, \`errors\` with a JSON pointer to each place. Unknown query names are ignored; unknown body fields are refused.
A known path with a wrong method answers 405 with \`Allow\`. Times are ISO 8601 in UTC.

The codes by status: ${codesByStatus()
	.map(
		([status, codes]) =>
			`${status} ${codes.map((code) => `\`${code}\``).join(", ")}`,
	)
	.join("; ")}.`;

const SECURITY = {
	sessionCookie: {
		type: "apiKey",
		in: "cookie",
		name: SESSION_COOKIE,
		description:
			"Set by signing in. A change is accepted from this site's own pages and from clients that are no browsers.",
	},
	sessionHeader: {
		type: "apiKey",
		in: "header",
		name: "Authorization",
		description:
			"`Session <value>`, for clients that cannot send cookies; the value comes from `POST /api/auth/exchange`.",
	},
	personalToken: {
		type: "http",
		scheme: "bearer",
		description:
			"`Bearer tl_…`, a token that a learner makes on their account's page for programs of their own. Each operation names the scope that it needs: `read`, `attempt` or `author`. The account, its tokens and its sessions are closed to it.",
	},
	adminSecret: {
		type: "apiKey",
		in: "header",
		name: "X-Admin-Secret",
		description: "The server's `ADMIN_SECRET`, also as a bearer token.",
	},
	adminKey: {
		type: "apiKey",
		in: "header",
		name: "X-Admin-Key",
		description: "The server's `ADMIN_API_KEY`, also as a bearer token.",
	},
};

/** The backend's own address, for what the front does not pass on. */
const BACKEND = [
	{
		url: "http://{host}:{port}",
		description: "The internal backend",
		variables: {
			host: { default: "127.0.0.1", description: "`BACKEND_HOST`" },
			port: { default: "8080", description: "`BACKEND_PORT`" },
		},
	},
];

/** @param all the routes as `side` has them; further addresses of one are hidden */
export function documentOf(all: readonly DocumentedRoute[], side: Side) {
	const routes = all.filter(({ hooks }) => !hooks.detail?.hide);
	const { write, components } = shapeWriter();
	const paths: Record<string, Json> = {};
	for (const route of routes) {
		const path = templateOf(route.path);
		const internal = side === "front" && isInternal(route.path);
		const forwarded = side === "front" && isForwarded(route.path);
		paths[path] = {
			...paths[path],
			...(internal && { servers: BACKEND }),
			[route.method.toLowerCase()]: operationOf(
				forwarded ? alsoRefusing(route, "backend_unavailable") : route,
				write,
			),
		};
	}
	const used = new Set(routes.flatMap(({ hooks }) => hooks.detail?.tags ?? []));
	return {
		openapi: "3.1.1",
		info: {
			title: "Treeline API",
			version: manifest.version,
			description: DESCRIPTION,
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: side === "front" ? [{ url: "/" }] : BACKEND,
		tags: Object.entries(TAGS).flatMap(([name, description]) =>
			used.has(name) ? [{ name, description }] : [],
		),
		paths,
		components: {
			schemas: components,
			headers: HEADERS,
			securitySchemes: SECURITY,
		},
	};
}

/** Whether the front asks the backend, which may be elsewhere. */
const isForwarded = (path: string) =>
	USER_PATHS.some((base) => path === base || path.startsWith(`${base}/`));

const alsoRefusing = (
	{ hooks, ...route }: DocumentedRoute,
	code: ErrorCode,
): DocumentedRoute => ({
	...route,
	hooks: {
		...hooks,
		...(hooks.metadata && {
			metadata: {
				...hooks.metadata,
				errors: [...hooks.metadata.errors, code],
			},
		}),
	},
});

const isInternal = (path: string) => path.startsWith("/api/admin/");
