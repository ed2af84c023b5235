/** Reads packs and challenges for MCP by the routes of a backend in another process, for a front by itself. */

import { ApiError, type ErrorCode, type Problem } from "../../server/errors.ts";
import type { Backend } from "../../server/forward-to-backend.ts";
import { contextOf } from "../../server/request-context-address-and-deadline.ts";
import type { PackName } from "../packs-and-challenges/queries.ts";
import type { SeedResult } from "../seeding/api-schemas.ts";
import {
	type CatalogueCall,
	orNull,
	type PackSource,
} from "./tools/pack-catalogue-and-tools.ts";

/** No page of the platform's lists is longer. */
const PAGE = 100;

/** @param adminSecret null = unknown to this process, which then seeds nothing */
export function packsOverHttp(
	backend: Backend,
	adminSecret: string | null,
): PackSource {
	const ask = async <Answer>(
		call: CatalogueCall,
		path: string,
		init: RequestInit = {},
	): Promise<Answer> => {
		const { id, peer } = contextOf(call.request);
		const headers = new Headers(init.headers);
		headers.set("x-request-id", id);
		const request = new Request(`http://front.internal${path}`, {
			...init,
			headers,
			signal: call.signal,
		});
		// A context of its own by the same id: what is logged is the request that the client made.
		contextOf(request, peer);
		const answer = await backend(request, path);
		if (answer.ok) return await answer.json();
		throw errorOf((await answer.json()) as Problem);
	};
	const one = async <Found>(call: CatalogueCall, ...path: string[]) => {
		const address = path.map(encodeURIComponent).join("/");
		const found = await orNull(
			ask<{ data: Found }>(call, `/api/packs/${address}`),
		);
		return found?.data ?? null;
	};
	const page = async <Row>(
		call: CatalogueCall,
		path: string,
		query: Record<string, unknown>,
	) => {
		const { data, meta } = await ask<{ data: Row[]; meta: { total: number } }>(
			call,
			path + queryOf(query),
		);
		return { rows: data, total: meta.total };
	};
	return {
		async names(call) {
			const all: PackName[] = [];
			for (;;) {
				call.signal.throwIfAborted();
				const { rows, total } = await page<PackName>(call, "/api/packs", {
					limit: PAGE,
					offset: all.length,
				});
				all.push(...rows);
				if (rows.length === 0 || all.length >= total) return all;
			}
		},
		list: (call, { tags, ...filter }, range) =>
			page(call, "/api/packs", { ...filter, tag: tags, ...range }),
		pack: (call, slug) => one(call, slug),
		challenge: (call, { pack, challenge }) =>
			one(call, pack, "challenges", challenge),
		search: (call, q, range) =>
			page(call, "/api/search", { q, ...range, in: "all" }),
		async seed(call, body, dryRun) {
			if (adminSecret === null)
				throw new ApiError(
					"forbidden",
					"This process does not know the platform's ADMIN_SECRET. Set it here too, or use the seed command.",
				);
			const path = `/api/admin/packs/seed?dryRun=${dryRun}`;
			const { data } = await ask<{ data: SeedResult }>(call, path, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": adminSecret,
				},
				body: JSON.stringify(body),
			});
			return data;
		},
	};
}

function queryOf(given: Record<string, unknown>): string {
	const pairs = Object.entries(given).flatMap(([name, value]) =>
		value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
	);
	return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}

const errorOf = ({ code, detail, errors }: Problem) =>
	new ApiError(code as ErrorCode, detail, errors);
