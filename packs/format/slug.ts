/** Slugs of packs and challenges, and the folders for learners' files that are named by them. Without schemas, so that an editor can start quickly. */

/** The pattern of a valid slug of a pack or challenge: lower-case letters, digits and single hyphens. Content has another, `ContentSlug`. */
export const SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$";
export const MAX_SLUG = 200;

export const isSlug = (text: string): boolean =>
	text.length <= MAX_SLUG && new RegExp(SLUG).test(text);

/** The name of a challenge's folder: `01-say-hello-over-http`. */
export const folderName = (order: number, slug: string): string =>
	`${String(order).padStart(2, "0")}-${slug}`;

/**
 * The name of a challenge's folder, given the `names` of its pack's folders: the usual one if it exists, else one with another number, which
 * the challenge had when its files were written. The usual one when there is neither.
 */
export function existingFolderName(
	names: readonly string[],
	order: number,
	slug: string,
): string {
	const usual = folderName(order, slug);
	if (names.includes(usual)) return usual;
	return names.filter((name) => slugOfFolder(name) === slug).sort()[0] ?? usual;
}

/** The slug in the name of a challenge's folder; null for another name. */
export const slugOfFolder = (name: string): string | null =>
	/^\d+-(.+)$/.exec(name)?.[1] ?? null;
