/**
 * Packs and challenges for tools, prompts and resources, read from the platform's database, or by the backend's routes where that is another
 * process. An unknown name is answered with the nearest ones.
 */
import { editDistance } from "@treeline/verify/names";
import type { Sql } from "../../db/pool.ts";
import { singleFlight } from "../../server/concurrency.ts";
import { contextOf, textFault } from "../../server/context.ts";
import { ApiError, type ErrorCode, type Problem } from "../../server/errors.ts";
import type { Backend } from "../../server/forward.ts";
import { findChallenge } from "../challenges/queries.ts";
import type { Challenge } from "../challenges/schema.ts";
import {
	findPack,
	findRevision,
	listPackNames,
	type PackName,
} from "../packs/queries.ts";
import type { PackDetail } from "../packs/schema.ts";
import type { Call } from "./capabilities.ts";

/** No page of the platform's lists is longer. */
const PAGE = 100;
/** In names: what an error suggests. */
const MOST_SUGGESTED = 3;

export interface Catalogue {
	/** All public packs by name. */
	packs(call: CatalogueCall): Promise<readonly PackName[]>;
	/** A pack with its challenges. Throws `not_found`, with the nearest slugs. */
	pack(slug: string, call: Call): Promise<PackDetail>;
	/** The challenge as someone without a session reads it. Throws `not_found`, with the nearest slugs. */
	challenge(
		named: { pack: string; challenge: string },
		call: Call,
	): Promise<Challenge>;
}

/** Reads packs and challenges as someone without a session does. What is not there, or not shown, is null. */
export interface PackReader {
	/** All public packs by name. */
	packs(call: CatalogueCall): Promise<readonly PackName[]>;
	pack(call: CatalogueCall, slug: string): Promise<PackDetail | null>;
	challenge(
		call: CatalogueCall,
		named: { pack: string; challenge: string },
	): Promise<Challenge | null>;
}

/** Reads from the platform's database, where this process has it. The list of packs is read once for each revision of the catalogue. */
export function packsInDatabase(sql: Sql): PackReader {
	const together = singleFlight<readonly PackName[]>();
	let cached: { revision: string; packs: readonly PackName[] } | null = null;
	return {
		async packs({ signal }) {
			signal.throwIfAborted();
			const revision = await findRevision(sql);
			signal.throwIfAborted();
			if (cached?.revision === revision) return cached.packs;
			return together(revision, async () => {
				const packs = await listPackNames(sql);
				cached = { revision, packs };
				return packs;
			});
		},
		pack: async (_, slug) =>
			textFault(slug) ? null : findPack(sql, slug, null),
		challenge: async (_, { pack, challenge }) =>
			textFault(pack) || textFault(challenge)
				? null
				: findChallenge(
						sql,
						{ packSlug: pack, challengeSlug: challenge },
						null,
					),
	};
}

/** Reads by the backend's routes, where it is another process. */
export function packsOverHttp({ read }: Pick<Platform, "read">): PackReader {
	const one = async <Found>(call: CatalogueCall, ...path: string[]) => {
		const address = path.map(encodeURIComponent).join("/");
		const found = await orNull(
			read<{ data: Found }>(call, `/api/packs/${address}`),
		);
		return found?.data ?? null;
	};
	return {
		async packs(call) {
			const all: PackName[] = [];
			for (;;) {
				call.signal.throwIfAborted();
				const { data, meta } = await read<{
					data: PackName[];
					meta: { total: number };
				}>(call, `/api/packs?limit=${PAGE}&offset=${all.length}`);
				all.push(...data);
				if (data.length === 0 || all.length >= meta.total) return all;
			}
		},
		pack: (call, slug) => one(call, slug),
		challenge: (call, { pack, challenge }) =>
			one(call, pack, "challenges", challenge),
	};
}

export function catalogueOf(reader: PackReader): Catalogue {
	const pack = async (slug: string, call: Call) => {
		const found = await reader.pack(call, slug);
		if (!found) throw noPack(slug, await reader.packs(call));
		return found;
	};
	return {
		packs: reader.packs,
		pack,
		async challenge(named, call) {
			const found = await reader.challenge(call, named);
			if (found) return found;
			const { challenges } = await pack(named.pack, call);
			throw noChallenge(named, challenges);
		},
	};
}

/** The answer, or null when what is asked for is not there. */
export async function orNull<Found>(
	found: Promise<Found>,
): Promise<Found | null> {
	try {
		return await found;
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}

const isMissing = (error: unknown) =>
	error instanceof ApiError && error.code === "not_found";

const noPack = (slug: string, all: readonly { slug: string }[]) =>
	new ApiError(
		"not_found",
		`There is no pack "${slug.slice(0, 200)}".${suggestions(slug, all)} packs_list names the packs there are.`,
	);

const noChallenge = (
	{ pack, challenge }: { pack: string; challenge: string },
	all: { slug: string }[],
) =>
	new ApiError(
		"not_found",
		`There is no challenge "${challenge.slice(0, 200)}" in "${pack}".${suggestions(challenge, all)} pack_get with pack "${pack}" lists its challenges; challenge_search looks in all packs.`,
	);

function suggestions(wanted: string, all: readonly { slug: string }[]): string {
	const nearest = nearestSlugs(
		wanted,
		all.map(({ slug }) => slug),
	).map((slug) => `"${slug}"`);
	return nearest.length > 0
		? ` The nearest ${nearest.length === 1 ? "is" : "are"} ${nearest.join(", ")}.`
		: "";
}

/** Slugs that contain `wanted` or are contained in it, or differ from it in at most half of their letters; the nearest first. */
function nearestSlugs(wanted: string, slugs: string[]): string[] {
	const asked = wanted.toLowerCase().slice(0, 100);
	return slugs
		.map((slug) => {
			const contains =
				asked.length > 2 && (slug.includes(asked) || asked.includes(slug));
			return { slug, distance: contains ? 0 : editDistance(asked, slug) };
		})
		.filter(({ slug, distance }) => distance <= slug.length / 2)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, MOST_SUGGESTED)
		.map(({ slug }) => slug);
}

/** The request that something is asked for, and what gives it up. */
export type CatalogueCall = Pick<Call, "request" | "signal">;

export interface Platform {
	/** The answer of `GET path`. Throws what the platform refuses with. */
	read<Answer>(call: CatalogueCall, path: string): Promise<Answer>;
	/** The answer of `POST path` with an administrator's rights. */
	administer<Answer>(call: Call, path: string, body: unknown): Promise<Answer>;
}

/** @param adminSecret null = this process is not told it */
export function platformOf(
	backend: Backend,
	adminSecret: string | null,
): Platform {
	const ask = async (call: CatalogueCall, path: string, init: RequestInit) => {
		const { id, peer } = contextOf(call.request);
		const headers = new Headers(init.headers);
		headers.set("x-request-id", id);
		const request = new Request(`http://front.internal${path}`, {
			...init,
			headers,
			signal: call.signal,
		});
		// A record of its own by the same id: what is logged is the request that the client made.
		contextOf(request, peer);
		const answer = await backend(request, path);
		if (answer.ok) return await answer.json();
		throw refusalIn((await answer.json()) as Problem);
	};
	return {
		read: (call, path) => ask(call, path, {}),
		async administer(call, path, body) {
			if (adminSecret === null)
				throw new ApiError(
					"forbidden",
					"This process does not know the platform's ADMIN_SECRET. Set it here too, or use the seed command.",
				);
			return ask(call, path, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": adminSecret,
				},
				body: JSON.stringify(body),
			});
		},
	};
}

const refusalIn = ({ code, detail, errors }: Problem) =>
	new ApiError(code as ErrorCode, detail, errors);
