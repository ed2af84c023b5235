/** A learner's picture: their initials. Pictures of identity providers come from other sites, which this page does not load. */
export function Initials({ name }: { name: string }) {
	return (
		<span class="initials" aria-hidden="true">
			{initialsOf(name)}
		</span>
	);
}

/** One or two letters: of the first and the last word; whole characters, also beyond the first plane. */
export function initialsOf(name: string): string {
	const words = name
		.split(/[\s._-]+/)
		.filter((word) => /[\p{L}\p{N}]/u.test(word));
	const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
	const letters = ends.map(
		(word) => /[\p{L}\p{N}]/u.exec(word ?? "")?.[0]?.toUpperCase() ?? "",
	);
	return letters.join("") || "?";
}
