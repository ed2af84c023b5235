/** A published item of content, with its history; made behind the API's back, so that whoever asks for it need not be an administrator. */
import type { World } from "./fixtures.ts";

export async function keptItem({
	service: { content },
	newSlug,
}: Pick<World, "service" | "newSlug">) {
	const [id, type, slug] = [Bun.randomUUIDv7(), "project", newSlug()];
	await content`
		WITH item AS (
			INSERT INTO content_items (id, type, slug, data, status)
			VALUES (${id}, ${type}, ${slug}, '{"title":"Kept"}', 'published') RETURNING *)
		INSERT INTO content_history (id, content_id, version, slug, data, status, sort_order, change_type, changed_by, request_id)
		SELECT gen_random_uuid(), id, version, slug, data, status, sort_order, 'created', '00000000', 'made-for-a-test'
		FROM item`;
	return { id, type, slug };
}
