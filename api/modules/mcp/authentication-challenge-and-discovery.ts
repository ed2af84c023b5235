/** How a client of MCP without credentials learns which it needs: the challenge, the discovery documents of OAuth, and the refused registration. */
import { MCP_PATH as PATH } from "../../server/error-handler.ts";
import { ApiError } from "../../server/errors.ts";
import { routes } from "../../server/route-definition.ts";
import {
	GRANTABLE,
	RESOURCE_METADATA_PATH,
	resourceMetadata,
	resourceMetadataUrl,
	SERVER_METADATA_PATH,
	serverMetadata,
} from "../auth/oauth-server/well-known-metadata.ts";
import type { LearnerAuthentication } from "./learner-authentication.ts";

const PERSONAL_TOKEN = "a personal token as `Authorization: Bearer`";

/** Names the other credential to who presents none. */
export const orPersonalToken = (error: unknown) =>
	error instanceof ApiError && error.code === "admin_key_missing"
		? new ApiError(
				error.code,
				`${error.detail.replace(/\.$/, "")}, or ${PERSONAL_TOKEN}.`,
				error.faults,
				error.headers,
			)
		: error;

/** The documents that lead a client from the endpoint to its authorization, for any page to read. */
export const discovery = (origin: string) => {
	const found = (body: object) => () =>
		Response.json(body, {
			headers: {
				"cache-control": "public, max-age=300",
				"access-control-allow-origin": "*",
			},
		});
	const resource = found(resourceMetadata(origin));
	const hidden = { detail: { hide: true } };
	return routes()
		.get(RESOURCE_METADATA_PATH, resource, hidden)
		.get(RESOURCE_METADATA_PATH + PATH, resource, hidden)
		.get(SERVER_METADATA_PATH, found(serverMetadata(origin)), hidden);
};

/** Tells a client without an administrator's key how to authorize (RFC 9728, section 5.1), before the other ways to authenticate. */
export function addChallenge(
	{ status, headers }: Response,
	request: Request,
	origin: string,
): void {
	if (status < 400 || request.headers.has("x-admin-key")) return;
	const given = headers.get("www-authenticate") ?? "";
	const isBearer = given.startsWith("Bearer");
	const metadata = `resource_metadata="${resourceMetadataUrl(origin)}"`;
	if (status === 401) {
		const error = isBearer ? ', error="invalid_token"' : "";
		const others = isBearer || given === "" ? "" : `, ${given}`;
		headers.set(
			"www-authenticate",
			`Bearer realm="treeline"${error}, ${metadata}, scope="${GRANTABLE.join(" ")}"${others}`,
		);
	} else if (status === 403 && isBearer)
		headers.set("www-authenticate", `${given}, ${metadata}`);
}

/** Where a client that takes a 401 for an invitation to OAuth registers itself (RFC 7591), and finds the one sentence that it shows. */
const REGISTRATION = "/register";

export const refusedRegistration = (learners: LearnerAuthentication | null) =>
	routes().post(REGISTRATION, () => registrationRefusal(learners), {
		parse: "none",
		detail: { hide: true },
	});

const registrationRefusal = (learners: LearnerAuthentication | null) =>
	Response.json(
		{
			error: "access_denied",
			error_description: `This server takes no OAuth. The admin key in the header X-Admin-Key is missing or not accepted: send one of the server's ADMIN_API_KEY or ADMIN_API_KEY_READONLY${learners === null ? "" : `, or ${PERSONAL_TOKEN}`}.`,
		},
		{ status: 403, headers: { "cache-control": "no-store" } },
	);
