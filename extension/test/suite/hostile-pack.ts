/**
 * Packs that mean harm: challenges and packs that must not be written, and challenges that may be opened and must do nothing. Both extension
 * hosts open each of them, and the build reads each of them from a folder.
 */
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";

interface Refused {
	files: { path: string; content?: string }[];
	/** A part of the message that refuses it. */
	said: string;
	/** A part of the message by which the build refuses its pack, where that is another one. */
	built?: string;
}

const MEGABYTE = 1024 * 1024;
const CLIMBS = 'leaves the challenge\'s folder with ".."';
const GUARDED = "changes how tools behave";

/** By slug. */
export const REFUSED: Record<string, Refused> = {
	climbs: { files: [{ path: "../../../escaped.js" }], said: CLIMBS },
	"climbs-higher": {
		files: [{ path: "../../../../escaped.js" }],
		said: CLIMBS,
	},
	"climbs-within": {
		files: [{ path: "routes/../../02-climbs/escaped.js" }],
		said: CLIMBS,
	},
	"up/../../../by-its-name": { files: [{ path: "app.js" }], said: CLIMBS },
	absolute: { files: [{ path: "/tmp/escaped.js" }], said: "is absolute" },
	share: { files: [{ path: "\\\\server\\escaped.js" }], said: "is absolute" },
	drive: { files: [{ path: "C:/escaped.js" }], said: "drive letter" },
	backslash: {
		files: [{ path: "routes\\..\\..\\escaped.js" }],
		said: "a character that not every system allows",
	},
	stream: {
		files: [{ path: "app.js:hidden" }],
		said: "a character that not every system allows",
	},
	trailing: {
		files: [{ path: "routes./app.js" }],
		said: "ends in a dot or a space",
	},
	settings: {
		files: [{ path: "app.js" }, { path: ".vscode/settings.json" }],
		said: GUARDED,
	},
	tasks: {
		files: [
			{ path: "app.js" },
			{
				path: ".vscode/tasks.json",
				content: JSON.stringify({
					version: "2.0.0",
					tasks: [
						{
							label: "escape",
							type: "shell",
							command: "touch escaped.js",
							runOptions: { runOn: "folderOpen" },
						},
					],
				}),
			},
		],
		said: GUARDED,
	},
	"tasks-deeper": {
		files: [{ path: "app.js" }, { path: "nested/.VSCode/tasks.json" }],
		said: GUARDED,
	},
	hooks: { files: [{ path: ".git/hooks/post-checkout" }], said: GUARDED },
	container: {
		files: [{ path: ".devcontainer/devcontainer.json" }],
		said: GUARDED,
	},
	modules: {
		files: [{ path: "node_modules/express/index.js" }],
		said: GUARDED,
	},
	twins: {
		files: [{ path: "app.js" }, { path: "APP.js" }],
		said: "are one file where case does not count",
	},
	"twins-by-form": {
		files: [{ path: "\u00e9.js" }, { path: "e\u0301.js" }],
		said: "are one file where case does not count",
	},
	"file-and-folder": {
		files: [{ path: "routes" }, { path: "routes/books.js" }],
		said: "stands where",
	},
	reserved: { files: [{ path: "aux.js" }], said: "the reserved name" },
	long: {
		files: [{ path: `${"a".repeat(198)}.js` }],
		said: "is longer than 200 characters",
	},
	deep: {
		files: [{ path: "a/b/c/d/e/f/g/h/i/j/k.js" }],
		said: "more than 10 folders deep",
	},
	large: {
		files: [{ path: "app.js", content: "é".repeat(MEGABYTE / 2 + 1) }],
		said: "`app.js` is larger than 1 MiB",
	},
	many: {
		files: Array.from({ length: 51 }, (_, number) => ({
			path: `${number}.js`,
		})),
		said: "has more than 50 files",
		built: "`files`",
	},
};

/** Packs whose own folder must not be written, by slug: parts of the message that refuses their challenge. */
export const REFUSED_PACKS: Record<string, string> = {
	"..": CLIMBS,
	"../..": CLIMBS,
	"/tmp": "is absolute",
	"C:": "drive letter",
	".vscode": GUARDED,
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
	debrief: MARKUP,
	tags: [MARKUP],
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

/** The prompt is as long as one may be, and takes long to read as Markdown. */
const BRACKETS: Partial<PublicChallenge> = {
	...ENDLESS,
	slug: "brackets",
	prompt: "[".repeat(40_000),
	assertions: {
		perFile: {
			"app.js": [{ type: "methodCall", method: "get", description: "It asks" }],
		},
	},
};

/** What a file of a challenge holds that must not be written: whoever runs it is told of it. */
const TELLTALE = `${RUN};\nrequire("node:fs").writeFileSync(__dirname + "/escaped.js", "");\n`;

const challenges: Partial<PublicChallenge>[] = [
	SCRIPTS,
	ENDLESS,
	BRACKETS,
	{ slug: "grown" },
	...Object.entries(REFUSED).map(([slug, { files }]) => ({
		slug,
		title: `${slug} ${COMMAND_LINK}`,
		files: files.map(({ path, content = TELLTALE }) => ({ path, content })),
	})),
];

const packOf = (
	slug: string,
	challenges: Partial<PublicChallenge>[],
): PublicPack => ({
	manifest: {
		name: `Hostile ${MARKUP}`,
		slug,
		description: MARKUP,
		language: "javascript",
		version: "1.0.0",
		author: "Tests",
		tags: [],
		challenges: challenges.map(({ slug }) => `challenges/01-${slug}.json`),
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
		files: [{ path: "app.js", content: TELLTALE }],
		debrief: null,
		...challenge,
	})),
});

export const hostilePack = packOf("hostile", challenges);
export const hostilePacks = [
	hostilePack,
	...Object.keys(REFUSED_PACKS).map((slug) => packOf(slug, [{ slug: "one" }])),
];
