/** A pack that means harm: each challenge names a file that must not be written, and what is to be said of it. */
import type { PublicPack } from "@treeline/packs/format";

/** Slug of a challenge → the paths of its files, and a part of the message that refuses them. */
export const HOSTILE: Record<string, { paths: string[]; said: string }> = {
	climbs: {
		paths: ["../../../escaped.js"],
		said: 'leaves the challenge\'s folder with ".."',
	},
	absolute: { paths: ["/tmp/escaped.js"], said: "is absolute" },
	settings: {
		paths: ["app.js", ".vscode/settings.json"],
		said: "changes how tools behave",
	},
	twins: {
		paths: ["app.js", "APP.js"],
		said: "are one file where case does not count",
	},
	reserved: { paths: ["aux.js"], said: "the reserved name" },
};

export const hostilePack: PublicPack = {
	manifest: {
		name: "Hostile",
		slug: "hostile",
		description: "Challenges that must not be written.",
		language: "javascript",
		version: "1.0.0",
		author: "Tests",
		tags: [],
		challenges: Object.keys(HOSTILE).map((slug) => `challenges/${slug}.json`),
	},
	challenges: Object.entries(HOSTILE).map(([slug, { paths }], index) => ({
		slug,
		order: index + 1,
		title: slug,
		prompt: "Open me.",
		difficulty: "beginner",
		tags: [],
		timeEstimateSeconds: 60,
		scaffolded: true,
		hints: [],
		assertions: {},
		files: paths.map((path) => ({ path, content: "" })),
		debrief: null,
	})),
};
