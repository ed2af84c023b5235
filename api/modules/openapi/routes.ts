/** Serves the OpenAPI document and the reference page (contract, section 1): built at the first request, and answered from memory since. */
import { Type } from "@sinclair/typebox";
import {
	notModified,
	type SerializedBody,
	serializedBody,
} from "../../server/conditional-requests.ts";
import {
	IF_NONE_MATCH,
	type RouteMetadata,
	routes,
} from "../../server/route-definition.ts";
import { documentOf, type Side } from "./document.ts";
import type { DocumentedRoute } from "./operation.ts";
import type { Document } from "./reference/operation-section.ts";
import { REFERENCE_POLICY, referencePage } from "./reference/reference-page.ts";

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
			description: serializedBody(JSON.stringify(document)),
			reference: serializedBody(referencePage(document as unknown as Document)),
		};
	});
	const app = routes("/api", "Health");
	app.get(
		"/openapi.json",
		({ request }) => answer(request, write().description, JSON_HEADERS),
		{
			metadata: {
				errors: [],
				guardErrors: [],
				credentials: [],
				successHeaders: ["ETag"],
				headers: [],
				bodyLimit: null,
			} satisfies RouteMetadata,
			response: { 200: Description },
			detail: {
				operationId: "getDescription",
				summary: "Get this OpenAPI document",
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

function answer(
	request: Request,
	{ bytes, etag }: SerializedBody,
	kind: Record<string, string>,
): Response {
	const cacheControl = "public, max-age=0, must-revalidate";
	return (
		notModified(request, etag, cacheControl) ??
		new Response(bytes, {
			headers: { ...kind, etag, "cache-control": cacheControl },
		})
	);
}
