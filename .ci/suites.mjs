/**
 * The suites of `npm test`, in order. A command's first word is a program of Bun's; every suite is handed the JUnit reporter's
 * options and is believed only as far as the file it writes. `minutes` is the limit after which its processes are ended.
 */

/** A test's own limit says that it hangs, not that the machine is slow: milliseconds. */
const PATIENT = "--timeout=120000";

/** Real windows lose a key or a frame now and then; a second try is told as such in the output. */
const ONCE_MORE = "--retry=1";

export const SUITES = [
	{ name: "check", needs: [], minutes: 3, command: [".ci/check.ts"] },
	{ name: "laws", needs: [], minutes: 1, command: ["test", "./.ci"] },
	{
		name: "engine",
		needs: [],
		minutes: 5,
		command: ["test", "./webview/verify", PATIENT],
	},
	{
		name: "packs",
		needs: [],
		minutes: 5,
		// The packs' own suites run against solutions, by `packs behave`.
		command: [
			"test",
			"./packs",
			PATIENT,
			"--path-ignore-patterns=packs/*/behavior/**",
		],
	},
	{
		name: "behave",
		needs: ["python"],
		minutes: 8,
		// References and variants; the rejected mutants are run by `npm run packs -- prove`.
		command: ["packs/tools/main.ts", "behave", "--all", "--no-mutants"],
	},
	{
		name: "api",
		needs: ["redis", "promtool"],
		minutes: 15,
		command: ["test", "./api", PATIENT],
	},
	{
		name: "page",
		needs: ["chromium"],
		minutes: 25,
		command: [
			"test",
			"./webview",
			"--path-ignore-patterns=webview/verify/**",
			PATIENT,
			ONCE_MORE,
		],
	},
	{
		name: "extension",
		needs: ["chromium", "vscode-host"],
		minutes: 20,
		command: ["test", "./extension", PATIENT, ONCE_MORE],
	},
];
