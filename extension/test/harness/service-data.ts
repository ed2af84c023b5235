/** What a service has stored, and what learners and authors change in it from other places. `dataDir` is the service's data folder. */
import { expect } from "bun:test";
import { onDatabase } from "@treeline/webview/test/program";

/** The stored attempts, oldest first. */
export const attempts = (dataDir: string) =>
	onDatabase(
		dataDir,
		(sql) =>
			sql`SELECT passed, verified, gave_up FROM attempts ORDER BY attempted_at`,
	);

/** What learners hold to be right, oldest first. */
export const disputes = (dataDir: string) =>
	onDatabase(
		dataDir,
		(sql) => sql`SELECT files, failed FROM disputes ORDER BY id`,
	);

/** A maintainer closes all disputes. */
export const closeDisputes = (dataDir: string, reason: string) =>
	onDatabase(
		dataDir,
		(sql) => sql`UPDATE disputes SET closed_at = now(), reason = ${reason}`,
	);

/** The sessions that have not ended. */
export const sessions = (dataDir: string) =>
	onDatabase(
		dataDir,
		(sql): Promise<{ user_agent: string | null }[]> =>
			sql`SELECT user_agent FROM sessions WHERE expires_at > now()`,
	);

/** The learner passes a challenge in another place, or gives it up there, with a session of its own. */
export async function attemptElsewhere(
	url: string,
	dataDir: string,
	challenge: string,
	outcome: { passed: boolean; gaveUp?: boolean } = { passed: true },
): Promise<void> {
	const token = `another-place-${crypto.randomUUID()}`;
	const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
	await onDatabase(
		dataDir,
		(sql) => sql`
			INSERT INTO sessions (id, token_hash, user_id)
			SELECT ${Bun.randomUUIDv7()}::uuid, ${hash}, id FROM users`,
	);
	const at = `${url}/api/v1`;
	const read = await fetch(`${at}/packs/express/challenges/${challenge}`);
	const { _id: challengeId } = (await read.json()).data;
	const sent = await fetch(`${at}/attempts`, {
		method: "POST",
		headers: {
			authorization: `Session ${token}`,
			"content-type": "application/json",
		},
		body: JSON.stringify({ challengeId, ...outcome }),
	});
	expect(sent.status).toBe(201);
}

/** An author publishes a pack that is not bundled, with one challenge. */
export async function publish(
	dataDir: string,
	slug: string,
	title: string,
): Promise<void> {
	const [pack, challenge] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
	await onDatabase(dataDir, async (sql) => {
		await sql`
			INSERT INTO packs (id, slug, name, description, language, version, author)
			VALUES (${pack}::uuid, ${slug}, ${slug}, 'A pack of one challenge.', 'javascript', '1.0.0', 'Tests')`;
		await sql`
			INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, time_estimate_seconds, "order", assertions,
				scaffolded, files, has_scaffold, reference_solution)
			SELECT ${challenge}::uuid, ${pack}::uuid, ${title.toLowerCase().replaceAll(" ", "-")}, ${title}, prompt, difficulty,
				time_estimate_seconds, 1, assertions, scaffolded, files, has_scaffold, reference_solution
			FROM challenges WHERE slug = 'look-up-one-book'`;
	});
}

/** A port that nothing listens on at `hostname`, for a service that starts there again and again. */
export function freePort(hostname: string): string {
	const probe = Bun.listen({ hostname, port: 0, socket: { data() {} } });
	probe.stop(true);
	return String(probe.port);
}

/** What the service has of the only learner's settings of feedback; null before anything was stored. */
export const feedbackOf = (
	dataDir: string,
): Promise<Record<string, boolean> | null> =>
	onDatabase(dataDir, async (sql) => {
		const [row] = await sql`SELECT feedback FROM user_settings`;
		return row?.feedback ?? null;
	});

/** The learner changes a setting of feedback in another place. */
export const changeFeedback = (
	dataDir: string,
	name: string,
	value: boolean,
): Promise<unknown> =>
	onDatabase(
		dataDir,
		(sql) => sql`
			UPDATE user_settings
			SET feedback = jsonb_set(feedback::jsonb, ARRAY[${name}]::text[], to_jsonb(${value}::boolean))::json`,
	);

/** The code of the only learner's draft of a challenge, of its first file; null when there is none. */
export const draftAt = (
	dataDir: string,
	challenge: string,
): Promise<string | null> =>
	onDatabase(dataDir, async (sql) => {
		const [row] = await sql`
			SELECT drafts.files->0->>'content' AS content FROM drafts
			JOIN challenges ON challenges.id = challenge_id WHERE slug = ${challenge}`;
		return row?.content ?? null;
	});

/** The learner writes `content` into a challenge's app.js on another device. */
export const writeDraftElsewhere = (
	dataDir: string,
	challenge: string,
	content: string,
): Promise<unknown> =>
	onDatabase(
		dataDir,
		(sql) => sql`
			INSERT INTO drafts (user_id, challenge_id, revision, files, bytes)
			SELECT users.id, challenges.id, gen_random_uuid(), ${sql.json([{ path: "app.js", content }])}, ${content.length}
			FROM users, challenges WHERE slug = ${challenge}
			ON CONFLICT (user_id, challenge_id) DO UPDATE SET revision = EXCLUDED.revision, files = EXCLUDED.files, updated_at = now()`,
	);
