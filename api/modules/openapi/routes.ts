/** Serves the API's description, and the same as a page (contract, section 1): written once, when first asked for, and answered from memory since. */
import { Type } from "@sinclair/typebox";
import { IF_NONE_MATCH, noneMatches } from "../../server/headers.ts";
import { type RouteMetadata, routes } from "../../server/routes.ts";
import { documentOf, type Side } from "./document.ts";
import type { DocumentedRoute } from "./operation.ts";
import type { Document } from "./reference/document.ts";
import { REFERENCE_POLICY, referencePage } from "./reference/page.ts";

const Description = Type.Object(
	{ openapi: Type.String(), info: Type.Unknown(), paths: Type.Unknown() },
	{ additionalProperties: true, description: "An OpenAPI 3.1 document." },
);

const JSON_HEADERS = { "content-type": "application/json" };
const PAGE_HEADERS = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy": REFERENCE_POLICY,
	"x-content-type-options": "nosniff",
	"referrer-policy": "same-origin",
	"cross-origin-opener-policy": "same-origin",
};

/** @param before,after the routes that are described, around these */
export function openapi(
	before: readonly unknown[],
	after: readonly unknown[],
	side: Side,
) {
	const write = once(() => {
		const all = [...before, ...app.routes, ...after] as DocumentedRoute[];
		const document = documentOf(all, side);
		return {
			description: writtenAs(JSON.stringify(document)),
			reference: writtenAs(referencePage(document as unknown as Document)),
		};
	});
	const app = routes("/api", "Health");
	app.get(
		"/openapi.json",
		({ request }) => answer(request, write().description, JSON_HEADERS),
		{
			declared: {
				refuses: [],
				guarded: [],
				accepts: [],
				sends: ["ETag"],
				tells: [],
				bodyLimit: null,
			} satisfies RouteMetadata,
			response: { 200: Description },
			detail: {
				operationId: "getDescription",
				summary: "Read this description",
				parameters: [IF_NONE_MATCH],
			},
		},
	);
	app.get(
		"/reference",
		({ request }) => answer(request, write().reference, PAGE_HEADERS),
		{ detail: { hide: true } },
	);
	return app;
}

function once<Made>(make: () => Made): () => Made {
	let made: Made | null = null;
	return () => {
		made ??= make();
		return made;
	};
}

interface Written {
	bytes: Uint8Array<ArrayBuffer>;
	etag: string;
}

function writtenAs(text: string): Written {
	const bytes = new TextEncoder().encode(text);
	const hash = new Bun.CryptoHasher("sha256").update(bytes);
	return { bytes, etag: `"${hash.digest("base64url").slice(0, 22)}"` };
}

function answer(
	request: Request,
	{ bytes, etag }: Written,
	kind: Record<string, string>,
): Response {
	const headers = {
		...kind,
		etag,
		"cache-control": "public, max-age=0, must-revalidate",
	};
	return noneMatches(request.headers.get("if-none-match"), etag)
		? new Response(null, { status: 304, headers })
		: new Response(bytes, { headers });
}
