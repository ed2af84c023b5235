/** Classes to ask for: taught by the owner, or joined by the owner; inserted by SQL, so that limits do not count them. */
import { hashOf, newSecret } from "../../server/session-authentication.ts";
import type { World } from "./fixtures.ts";

export interface ClassFixture {
	id: string;
	/** Of a member: the owner where the owner has joined it. */
	memberId: string;
	/** Of the assignment of the seeded pack, where there is one. */
	assignmentId: string;
	/** Of a challenge of that pack. */
	challengeId: string;
	/** Of the join link, which is open. */
	token: string;
}

export interface ClassKind {
	/** What the owner is in it; "none": an open join link is all that the owner has. */
	owner: "teacher" | "learner" | "none";
	name?: string;
	/** Whether the seeded pack is assigned. */
	assigned?: boolean;
}

/** A new class with one member. */
export async function classFixture(
	{ service, owner: { userId: ownerId }, packSlug, challengeId }: World,
	{ owner, name = "A class", assigned = true }: ClassKind,
): Promise<ClassFixture> {
	const { sql } = service;
	const [id, memberId, assignmentId] = [
		Bun.randomUUIDv7(),
		Bun.randomUUIDv7(),
		Bun.randomUUIDv7(),
	];
	const token = newSecret();
	const { userId: other } = await service.signIn("Somebody Else");
	const teacherId = owner === "teacher" ? ownerId : other;
	const { userId: learner } = await service.signIn("A Learner");
	await sql`
		INSERT INTO classes (id, teacher_id, name, join_token_hash)
		VALUES (${id}, ${teacherId}, ${name}, ${hashOf(token)})`;
	await sql`
		INSERT INTO class_members (id, class_id, user_id)
		VALUES (${memberId}, ${id}, ${owner === "learner" ? ownerId : learner})`;
	if (assigned)
		await sql`
			INSERT INTO class_assignments (id, class_id, pack_id)
			SELECT ${assignmentId}, ${id}, p.id FROM packs p WHERE p.slug = ${packSlug}`;
	return { id, memberId, assignmentId, challengeId, token };
}
