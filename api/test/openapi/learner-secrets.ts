/** What a learner has that is nobody else's, in every place that there is, marked so that any answer can be searched for it. */
import { classFixture } from "./class-fixtures.ts";
import { type Owner, ownedPack, type World, withTokens } from "./fixtures.ts";

export interface Secretive extends Owner {
	mark: string;
	name: string;
	/** What the learner's own things are reached by, for others to try. */
	slug: string;
	ids: string[];
	/** Of a class that the learner has joined. */
	assignmentId: string;
}

/** A new learner whose name, session, tokens, private pack, attempt and draft all carry `mark`. */
export async function secretive(
	world: World,
	mark: string,
): Promise<Secretive> {
	const { sql } = world.service;
	const name = `Somebody ${mark}`;
	const signedIn = await world.service.signIn(name);
	const learner = await withTokens(world.service, signedIn, mark);
	const { slug, ids } = await ownedPack({ ...world, owner: learner });
	await sql`
		UPDATE packs SET name = ${mark}, description = ${mark}, author = ${mark}, tags = ${[mark]} WHERE slug = ${slug}`;
	await sql`
		UPDATE challenges SET title = ${mark}, prompt = ${mark}, tags = ${[mark]}, hints = ${[mark]}, debrief = ${mark}
		WHERE id IN ${sql(ids)}`;
	const sessions = await sql<{ id: string }[]>`
		UPDATE sessions SET user_agent = ${mark} WHERE user_id = ${learner.userId} RETURNING id`;
	const tokens = await sql<{ id: string }[]>`
		SELECT id FROM personal_tokens WHERE user_id = ${learner.userId}`;
	const attempt = Bun.randomUUIDv7();
	await sql`
		INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, assertion_results)
		VALUES (${attempt}, ${learner.userId}, ${world.challengeId}, 1, false, ${sql.json(missOf(mark))})`;
	await sql`
		INSERT INTO attempt_files (attempt_id, user_id, files, bytes, passed)
		VALUES (${attempt}, ${learner.userId}, ${sql.json([{ path: "app.js", content: mark }])}, 100, false)`;
	await sql`
		INSERT INTO drafts (user_id, challenge_id, revision, files, bytes)
		VALUES (${learner.userId}, ${world.challengeId}, ${Bun.randomUUIDv7()},
			${sql.json([{ path: "app.js", content: mark }])}, 100)`;
	const own = { ...world, owner: learner };
	const taught = await classFixture(own, { owner: "teacher", name: mark });
	const joined = await classFixture(own, { owner: "learner" });
	return {
		...learner,
		mark,
		name,
		slug,
		ids: [
			...[...ids, attempt, taught.id, joined.id],
			...[...sessions, ...tokens].map(({ id }) => id),
		],
		assignmentId: joined.assignmentId,
	};
}

const missOf = (mark: string) => ({
	passed: false,
	totalAssertions: 1,
	passedAssertions: 0,
	fileResults: [],
	crossFileResults: [
		{
			assertion: { type: "classDeclaration", description: mark, name: mark },
			passed: false,
			message: mark,
		},
	],
});
