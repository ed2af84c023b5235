/** Serves the API's description (contract, section 1): written once, when it is first asked for, and answered from memory since. */
import { Type } from "@sinclair/typebox";
import type { Declared } from "../http/declared.ts";
import { noneMatches } from "../http/etag.ts";
import { IF_NONE_MATCH } from "../http/headers.ts";
import { routes } from "../http/routes.ts";
import { documentOf, type Side } from "./document.ts";
import type { DocumentedRoute } from "./operation.ts";

const Description = Type.Object(
	{ openapi: Type.String(), info: Type.Unknown(), paths: Type.Unknown() },
	{ additionalProperties: true, description: "An OpenAPI 3.1 document." },
);

/** @param described the backend's routes */
export function openapi(described: readonly unknown[], side: Side) {
	let written: { bytes: Uint8Array<ArrayBuffer>; etag: string } | null = null;
	const write = () => {
		const document = documentOf(
			[...described, ...app.routes] as DocumentedRoute[],
			side,
		);
		const bytes = new TextEncoder().encode(JSON.stringify(document));
		const hash = new Bun.CryptoHasher("sha256").update(bytes);
		return { bytes, etag: `"${hash.digest("base64url").slice(0, 22)}"` };
	};
	const app = routes("/api", "Health").get(
		"/openapi.json",
		({ request }) => {
			written ??= write();
			const { bytes, etag } = written;
			const headers = {
				"content-type": "application/json",
				etag,
				"cache-control": "public, max-age=0, must-revalidate",
			};
			return noneMatches(request.headers.get("if-none-match"), etag)
				? new Response(null, { status: 304, headers })
				: new Response(bytes, { headers });
		},
		{
			declared: {
				refuses: [],
				guarded: [],
				accepts: [],
				sends: ["ETag"],
				tells: [],
				bodyLimit: null,
			} satisfies Declared,
			response: { 200: Description },
			detail: {
				operationId: "getDescription",
				summary: "Read this description",
				parameters: [IF_NONE_MATCH],
			},
		},
	);
	return app;
}
