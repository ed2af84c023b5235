/** An author's pack as a seed body: what is exported can be seeded elsewhere, and comes back the same (contract, section 6). */
import type { AuthorChallenge, ExportedPack, PackState } from "./schema.ts";

/** As much of a slug as fits into a file's name. */
const MOST_OF_NAME = 150;

export function seedBodyOf(
	{ visibility: _, ...content }: PackState,
	challenges: AuthorChallenge[],
): ExportedPack {
	return {
		manifest: {
			...content,
			challenges: challenges.map(
				({ slug }, index) =>
					`challenges/${String(index + 1).padStart(2, "0")}-${slug.slice(0, MOST_OF_NAME)}.json`,
			),
		},
		challenges: challenges.map(
			({ _id, order, version, ...challenge }) => challenge,
		),
	};
}
