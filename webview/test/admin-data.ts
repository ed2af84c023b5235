/** What moderators have to do in tests: packs of an author, a dispute, and accounts with roles. */
import type { Page } from "playwright-core";
import type { World } from "./harness.ts";

/** Signs in as a new account with this role, before the page is loaded (again). */
export async function signInAs(
	page: Page,
	world: World,
	role: "learner" | "author" | "moderator" | "administrator",
	name = "Mia Vale",
): Promise<void> {
	await world.signIn(page, name);
	await world.onDatabase(
		(sql) => sql`UPDATE users SET role = ${role} WHERE name = ${name}`,
	);
}

export interface AuthorsPacks {
	/** The author's name. */
	author: string;
	/** Slugs. */
	shown: string;
	waiting: string;
	down: string;
}

/** An author with three packs of one challenge each, and somebody's dispute at the one that is shown. `mark` makes names differ. */
export async function addAuthorsPacks(
	{ onDatabase }: World,
	mark: string,
): Promise<AuthorsPacks> {
	const author = `Ash ${mark}`;
	const packs = {
		shown: `shown-${mark}`,
		waiting: `waiting-${mark}`,
		down: `down-${mark}`,
	};
	await onDatabase(async (sql) => {
		const [owner, other] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
		await sql`INSERT INTO users (id, name) VALUES (${owner}, ${author}), (${other}, ${`Lea ${mark}`})`;
		for (const [state, slug] of Object.entries(packs)) {
			const pack = Bun.randomUUIDv7();
			await sql`
				INSERT INTO packs (id, slug, name, description, language, version, author, tags, author_user_id, visibility,
					challenge_count, requested_visibility, requested_at, taken_down_at, taken_down_reason)
				VALUES (${pack}, ${slug}, ${`The ${state} pack ${mark}`}, 'For tests.', 'javascript', '1.0.0', ${author}, '{}', ${owner},
					${state === "waiting" ? "private" : "public"}, 1,
					${state === "waiting" ? "public" : null}, ${state === "waiting" ? sql`now()` : null},
					${state === "down" ? sql`now()` : null}, ${state === "down" ? "It advertises a shop." : null})`;
			const [challenge] = await sql`
				INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, "order",
					assertions, scaffolded, files, has_scaffold, reference_solution)
				SELECT gen_random_uuid(), ${pack}, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, 1,
					assertions, scaffolded, files, has_scaffold, reference_solution
				FROM challenges WHERE slug = 'say-hello-over-http' ORDER BY created_at LIMIT 1 RETURNING id`;
			if (state === "shown")
				await sql`
					INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files, note)
					VALUES (${Bun.randomUUIDv7()}, ${other}, ${challenge.id}, 1,
						${[{ check: "perFile/app.js/0", message: "`app.get` is not called." }]},
						${[{ path: "app.js", content: "// right" }]}, 'The task does not ask for it.')`;
		}
	});
	return { author, ...packs };
}
