/** The documents by which MCP clients find out how to authorize: of the protected resource (RFC 9728) and of the authorization server (RFC 8414). */
import { MCP_PATH } from "../../../server/error-handler.ts";
import type { Scope } from "../../../server/route-definition.ts";

/** What a client may be granted; a learner's own packs are for personal tokens. */
export const GRANTABLE = ["read", "attempt"] as const satisfies Scope[];

/** The address of the MCP endpoint: the only one that tokens are issued for. */
export const resourceOf = (origin: string): string => origin + MCP_PATH;

export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";

/** Below the site's origin. */
export const OAUTH_PATH = "/api/auth/oauth";

export const resourceMetadataUrl = (origin: string): string =>
	origin + RESOURCE_METADATA_PATH + MCP_PATH;

export const resourceMetadata = (origin: string) => ({
	resource: resourceOf(origin),
	resource_name: "Treeline",
	authorization_servers: [origin],
	scopes_supported: [...GRANTABLE],
	bearer_methods_supported: ["header"],
	resource_documentation: `${origin}/api/reference`,
});

export const serverMetadata = (origin: string) => ({
	issuer: origin,
	authorization_endpoint: `${origin}${OAUTH_PATH}/authorize`,
	token_endpoint: `${origin}${OAUTH_PATH}/token`,
	registration_endpoint: `${origin}${OAUTH_PATH}/register`,
	revocation_endpoint: `${origin}${OAUTH_PATH}/revoke`,
	scopes_supported: [...GRANTABLE],
	response_types_supported: ["code"],
	response_modes_supported: ["query"],
	grant_types_supported: ["authorization_code", "refresh_token"],
	token_endpoint_auth_methods_supported: ["none"],
	revocation_endpoint_auth_methods_supported: ["none"],
	code_challenge_methods_supported: ["S256"],
	authorization_response_iss_parameter_supported: true,
	client_id_metadata_document_supported: true,
	service_documentation: `${origin}/api/reference`,
});
