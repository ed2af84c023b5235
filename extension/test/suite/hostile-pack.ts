/** A pack that means harm: challenges that must not be written, and challenges that may be opened and must do nothing. */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";

interface Refused {
	files: { path: string; content?: string }[];
	/** A part of the message that refuses it. */
	said: string;
}

const MEGABYTE = 1024 * 1024;

/** By slug. */
export const REFUSED: Record<string, Refused> = {
	climbs: {
		files: [{ path: "../../../escaped.js" }],
		said: 'leaves the challenge\'s folder with ".."',
	},
	"climbs-higher": {
		files: [{ path: "../../../../escaped.js" }],
		said: 'leaves the challenge\'s folder with ".."',
	},
	"climbs-within": {
		files: [{ path: "routes/../../02-climbs/escaped.js" }],
		said: 'leaves the challenge\'s folder with ".."',
	},
	"up/../../../by-its-name": {
		files: [{ path: "app.js" }],
		said: 'leaves the challenge\'s folder with ".."',
	},
	absolute: { files: [{ path: "/tmp/escaped.js" }], said: "is absolute" },
	share: { files: [{ path: "\\\\server\\escaped.js" }], said: "is absolute" },
	drive: { files: [{ path: "C:/escaped.js" }], said: "drive letter" },
	stream: {
		files: [{ path: "app.js:hidden" }],
		said: "a character that not every system allows",
	},
	settings: {
		files: [{ path: "app.js" }, { path: ".vscode/settings.json" }],
		said: "changes how tools behave",
	},
	tasks: {
		files: [
			{ path: "app.js" },
			{ path: "nested/.VSCode/tasks.json", content: '{"version":"2.0.0"}' },
		],
		said: "changes how tools behave",
	},
	hooks: {
		files: [{ path: ".git/hooks/post-checkout" }],
		said: "changes how tools behave",
	},
	twins: {
		files: [{ path: "app.js" }, { path: "APP.js" }],
		said: "are one file where case does not count",
	},
	reserved: { files: [{ path: "aux.js" }], said: "the reserved name" },
	large: {
		files: [{ path: "app.js", content: "é".repeat(MEGABYTE / 2 + 1) }],
		said: "`app.js` is larger than 1 MiB",
	},
	many: {
		files: Array.from({ length: 51 }, (_, number) => ({
			path: `${number}.js`,
		})),
		said: "has more than 50 files",
	},
};

/** What the scripts in the texts of `SCRIPTS` write to the console of the page that runs one. */
export const SCRIPT_RAN = "a script of a pack ran";
const RUN = `console.error('${SCRIPT_RAN}')`;
/** A link that would run a command when it is selected. */
const COMMAND_LINK = "[Fix it](command:workbench.action.terminal.new)";
/** What a text must not do in any place where it is shown. */
export const MARKUP = [
	`<script>${RUN}</script>`,
	`<img src="x" onerror="${RUN}">`,
	`<svg onload="${RUN}"></svg>`,
	`<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
	`<style>@import "data:text/css,";</style>`,
	`[go](javascript:${RUN})`,
	COMMAND_LINK,
].join("\n\n");

const SCRIPTS: Partial<PublicChallenge> = {
	slug: "scripts",
	title: `${MARKUP.replaceAll("\n\n", " ")}`,
	prompt: MARKUP,
	hints: [MARKUP],
	files: [{ path: "app.js", content: "let x = 1;\n" }],
	assertions: {
		perFile: {
			"app.js": [
				{
					type: "methodCall",
					method: "get",
					description: MARKUP,
					hint: MARKUP,
				},
			],
		},
	},
};

/** The check's pattern takes longer than the universe has existed. */
const ENDLESS: Partial<PublicChallenge> = {
	slug: "endless",
	files: [
		{
			path: "app.js",
			content: `function f() { return ${"a".repeat(40)}$; }\n`,
		},
	],
	assertions: {
		perFile: {
			"app.js": [
				{
					type: "returnStatement",
					description: "It returns",
					valuePattern: "^(a+)+$",
				},
			],
		},
	},
};

const challenges: Partial<PublicChallenge>[] = [
	SCRIPTS,
	ENDLESS,
	...Object.entries(REFUSED).map(([slug, { files }]) => ({
		slug,
		title: `${slug} ${COMMAND_LINK}`,
		files: files.map(({ path, content = "" }) => ({ path, content })),
	})),
];

export const hostilePack: PublicPack = {
	manifest: {
		name: "Hostile",
		slug: "hostile",
		description: "Challenges that mean harm.",
		language: "javascript",
		version: "1.0.0",
		author: "Tests",
		tags: [],
		challenges: challenges.map(({ slug }) => `challenges/${slug}.json`),
	},
	challenges: challenges.map((challenge, index) => ({
		slug: "",
		order: index + 1,
		title: challenge.slug ?? "",
		prompt: "Open me.",
		difficulty: "beginner",
		tags: [],
		timeEstimateSeconds: 60,
		scaffolded: true,
		hints: [],
		assertions: {},
		files: [],
		debrief: null,
		...challenge,
	})),
};
