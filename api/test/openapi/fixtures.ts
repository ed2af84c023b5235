/** What there is to ask for: a seeded pack, and learners. What must stay secret is marked, so that any answer can be searched for it. */
import { join } from "node:path";
import type { SeedBody } from "@treeline/packs/format";
import type { Role } from "../../server/roles.ts";
import { hashOf, newToken } from "../../server/session-authentication.ts";
import { ADMIN_KEY, ADMIN_SECRET, type Service } from "../harness.ts";
import { launchPack, seedInto } from "../seed-packs.ts";

export interface Learner {
	userId: string;
	cookie: string;
}

/** A learner with personal tokens: one that only reads, and one that may do all that a token can. */
export interface Owner extends Learner {
	tokens: { read: string; all: string };
}

/** Who asks; `other owner` has things of his own, and asks for another's; tokens are the owner's. */
export const REQUESTERS = [
	"signed out",
	"signed in",
	"other owner",
	"author",
	"moderator",
	"administrator",
	"admin",
	"token: read",
	"token: all",
] as const;
export type Requester = (typeof REQUESTERS)[number];

/** Accounts with a role, which own nothing that is asked for. */
type Office = Exclude<Role, "learner">;

export interface World {
	service: Service;
	/** The owner of whatever is asked for. */
	owner: Learner & Partial<Owner>;
	other: Learner;
	offices: Record<Office, Learner>;
	pack: SeedBody;
	packSlug: string;
	challengeSlug: string;
	challengeId: string;
	/** How the owner's own packs stand. */
	standing: Standing;
	/** A slug that nothing has yet. */
	newSlug(): string;
}

/** Who sees an author's pack; one that was taken down was public. */
export const STANDINGS = [
	"private",
	"waiting",
	"unlisted",
	"public",
	"taken down",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** Begins each mark in a reference solution; the slug or the id of the challenge ends it. No answer to a learner has one. */
export const REFERENCE_MARK = "mark-of-a-reference-solution";
/** Begins the mark in each debrief, with the same end. */
export const DEBRIEF_MARK = "mark-of-a-debrief";

/** Buckets of addresses that a test's many requests do not empty, and a folder with one file that is no backup. */
export const WIDE: Record<string, string> = {
	BACKUP_DIR: join(import.meta.dir, "backups"),
	RATE_LIMIT_CAPACITY: "1000000",
	RATE_LIMIT_REFILL_RATE: "100000",
	CONTENT_RATE_LIMIT_CAPACITY: "1000000",
	CONTENT_RATE_LIMIT_REFILL_RATE: "100000",
	PACK_RATE_LIMIT_CAPACITY: "1000000",
	PACK_RATE_LIMIT_REFILL_RATE: "100000",
	SIGN_IN_RATE_LIMIT_CAPACITY: "1000000",
	SIGN_IN_RATE_LIMIT_REFILL_RATE: "100000",
};

/** Fills a fresh service. */
export async function worldOf(service: Service): Promise<World> {
	const pack = markedPack(await launchPack());
	await seedInto(service, pack);
	const packSlug = pack.manifest.slug;
	const [first] = await service.sql<{ id: string; slug: string }[]>`
		SELECT id, slug FROM challenges ORDER BY "order" LIMIT 1`;
	if (!first) throw new Error("nothing was seeded");
	let made = 0;
	return {
		service,
		owner: await withTokens(service, await service.signIn("Olive Owner")),
		other: await service.signIn("Otto Other"),
		offices: await officesOf(service),
		pack,
		packSlug,
		challengeSlug: first.slug,
		challengeId: first.id,
		standing: "private",
		newSlug: () => `made-for-a-test-${++made}`,
	};
}

/** Somebody who is signed in and has this role. */
export async function inOffice(
	service: Service,
	role: Office,
	name = `The ${role}`,
): Promise<Learner> {
	const learner = await service.signIn(name);
	await service.sql`UPDATE users SET role = ${role} WHERE id = ${learner.userId}`;
	return learner;
}

/** An account with each role. */
export const officesOf = async (
	service: Service,
): Promise<World["offices"]> => ({
	author: await inOffice(service, "author"),
	moderator: await inOffice(service, "moderator"),
	administrator: await inOffice(service, "administrator"),
});

/** The learner, with tokens of their own; made behind the API's back, whose limit it spares. */
export async function withTokens<Person extends Learner>(
	{ sql }: Service,
	learner: Person,
	name = "A script",
): Promise<Person & Owner> {
	const tokens = { read: newToken(), all: newToken() };
	const scopes = { read: "{read}", all: "{read,attempt,author}" };
	for (const kind of ["read", "all"] as const)
		await sql`
			INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
			VALUES (${Bun.randomUUIDv7()}, ${learner.userId}, ${hashOf(tokens[kind])}, ${name}, ${scopes[kind]}::text[])`;
	return { ...learner, tokens };
}

function bearer({ owner: { tokens } }: World, kind: keyof Owner["tokens"]) {
	if (!tokens) throw new Error("this owner has no personal tokens");
	return `Bearer ${tokens[kind]}`;
}

/** The headers with which `actor` presents himself. */
export function headersOf(
	world: World,
	actor: Requester,
): Record<string, string> {
	switch (actor) {
		case "signed out":
			return {};
		case "signed in":
			return { cookie: world.owner.cookie };
		case "other owner":
			return { cookie: world.other.cookie };
		case "author":
		case "moderator":
		case "administrator":
			return { cookie: world.offices[actor].cookie };
		case "admin":
			return { "x-admin-secret": ADMIN_SECRET, "x-admin-key": ADMIN_KEY };
		case "token: read":
			return { authorization: bearer(world, "read") };
		case "token: all":
			return { authorization: bearer(world, "all") };
	}
}

/**
 * A new pack of the owner's with the seeded pack's challenges, each with marks of its own; made behind the API's back, whose limit on
 * changes it spares.
 */
export async function ownedPack({
	service: { sql },
	owner,
	pack: { manifest },
	standing,
	newSlug,
}: World): Promise<{ slug: string; ids: string[] }> {
	const [id, slug] = [Bun.randomUUIDv7(), newSlug()];
	const takenDown = standing === "taken down";
	const waiting = standing === "waiting";
	const visibility = waiting ? "private" : takenDown ? "public" : standing;
	await sql`
		INSERT INTO packs (id, slug, name, description, language, version, author, tags, author_user_id, visibility, taken_down_at, taken_down_reason,
			requested_visibility, requested_at)
		SELECT ${id}, ${slug}, name, description, language, version, author, tags, ${owner.userId},
			${visibility}, ${takenDown ? sql`now()` : null}, ${takenDown ? "It is a copy." : null},
			${waiting ? "public" : null}, ${waiting ? sql`now()` : null}
		FROM packs WHERE slug = ${manifest.slug}`;
	const rows = await sql<{ id: string }[]>`
		INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, "order",
			assertions, scaffolded, files, has_scaffold, reference_solution, debrief)
		SELECT n.id, ${id}, c.slug, c.title, c.prompt, c.difficulty, c.tags, c.time_estimate_seconds, c.hints, c."order",
			c.assertions, c.scaffolded, c.files, c.has_scaffold,
			replace(c.reference_solution::text, ${`${REFERENCE_MARK}-of-`} || c.slug, ${`${REFERENCE_MARK}-of-`} || n.id)::json,
			${`${DEBRIEF_MARK}-of-`} || n.id
		FROM challenges c JOIN packs p ON p.id = c.pack_id, LATERAL (SELECT gen_random_uuid() AS id WHERE c.id IS NOT NULL) n
		WHERE p.slug = ${manifest.slug} ORDER BY c."order"
		RETURNING id`;
	return { slug, ids: rows.map((row) => row.id) };
}

/** An attempt of the owner's, with a file. */
export async function ownAttempt({
	service: { sql },
	owner: { userId },
	challengeId,
}: World): Promise<string> {
	const id = Bun.randomUUIDv7();
	await sql`
		WITH added AS (
			INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed)
			VALUES (${id}, ${userId}, ${challengeId}, 1, false) RETURNING id, user_id, passed)
		INSERT INTO attempt_files (attempt_id, user_id, files, bytes, passed)
		SELECT id, user_id, ${sql.json([{ path: "app.js", content: "// of the owner" }])}, 60, passed FROM added`;
	return id;
}

/** A dispute of the owner's at a challenge. */
export async function disputeAt(
	{ service: { sql }, owner: { userId } }: World,
	challengeId = "",
): Promise<string> {
	const id = Bun.randomUUIDv7();
	const files = [{ path: "app.js", content: "// right" }];
	const failed = [{ check: "perFile/app.js/0", message: "It lacks a call." }];
	await sql`
		INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files)
		VALUES (${id}, ${userId}, ${challengeId}, 1, ${sql.json(failed)}, ${sql.json(files)})`;
	return id;
}

/** A launch pack with a mark in each reference solution and each debrief. */
function markedPack(pack: SeedBody): SeedBody {
	for (const challenge of pack.challenges) {
		challenge.debrief = `${DEBRIEF_MARK}-of-${challenge.slug}`;
		for (const file of challenge.files)
			file.content += `\n// ${REFERENCE_MARK}-of-${challenge.slug}\n`;
	}
	return pack;
}
