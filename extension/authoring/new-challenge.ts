/** The files of a new challenge that validates, as a folder behind the last one of its pack. */
import type { Manifest } from "@treeline/packs/format";
import { whyText } from "@treeline/packs/reader";
import { LANGUAGES, templateFor } from "@treeline/packs/templates";
import type { FileEntry } from "@treeline/verify/shapes";

export interface NewChallenge {
	/** The challenge's folder, relative to the pack's. */
	folder: string;
	/** By path in the pack; the last one is the manifest that lists the challenge. */
	files: FileEntry[];
}

/** `language` of a pack without templates of its own gets those of JavaScript. */
export function newChallenge(manifest: Manifest, slug: string): NewChallenge {
	const number = String(manifest.challenges.length + 1).padStart(2, "0");
	const folder = `challenges/${number}-${slug}`;
	const language =
		LANGUAGES.find((each) => each === manifest.language) ?? "javascript";
	const { challenge, cases } = templateFor(language);
	const { prompt, debrief, files, scaffold = [], ...fields } = challenge;
	const inFolder = (name: string, entries: readonly FileEntry[]) =>
		entries.map(({ path, content }) => ({
			path: `${folder}/${name}/${path}`,
			content,
		}));
	const casesOf = (kind: "accepted" | "rejected") =>
		cases[kind].flatMap((one, index) => {
			const name = `${kind}/${String(index + 1).padStart(2, "0")}-${kind === "accepted" ? "another-way" : "wrong-name"}`;
			return [
				...inFolder(name, one.files),
				{ path: `${folder}/${name}/WHY.md`, content: whyText(one) },
			];
		});
	const json = (value: unknown) => `${JSON.stringify(value, null, "\t")}\n`;
	return {
		folder,
		files: [
			{
				path: `${folder}/challenge.json`,
				content: json({ ...fields, title: titleOf(slug) }),
			},
			{ path: `${folder}/prompt.md`, content: `${prompt.trimEnd()}\n` },
			...(debrief
				? [{ path: `${folder}/debrief.md`, content: `${debrief.trimEnd()}\n` }]
				: []),
			...inFolder("starter", scaffold),
			...inFolder("solution", files),
			...casesOf("accepted"),
			...casesOf("rejected"),
			{
				path: "pack.json",
				content: json({
					...manifest,
					challenges: [...manifest.challenges, `${folder}.json`],
				}),
			},
		],
	};
}

/** `first-steps` is called "First Steps" until its author finds better words. */
const titleOf = (slug: string) =>
	slug
		.split("-")
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
		.join(" ");
