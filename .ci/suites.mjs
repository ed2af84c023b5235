/**
 * The suites of `npm test`. A suite is either `tests`, folders whose test files are spread over processes, or one `command` of Bun's;
 * either is handed the JUnit reporter's options and is believed only as far as the file it writes.
 */

/** The packs' own suites run against solutions, by `packs behave`. */
const BEHAVIOR = /^packs\/[^/]+\/behavior\//;

export const SUITES = [
	{ name: "check", needs: [], command: [".ci/check.ts"], seconds: 20 },
	{ name: "laws", needs: [], tests: [".ci"], seconds: 1 },
	{
		name: "engine",
		needs: [],
		tests: ["webview/verify"],
		seconds: 1,
		slow: { "worker/containment.test.ts": 20, "open-files.test.ts": 16 },
	},
	{
		name: "packs",
		needs: [],
		tests: ["packs"],
		except: BEHAVIOR,
		seconds: 3,
		slow: { "seed.test.ts": 15, "validate.test.ts": 10 },
	},
	{
		name: "behave",
		needs: ["python"],
		// References and variants; the rejected mutants are run by `npm run packs -- prove`.
		command: [
			"packs/tools/main.ts",
			"behave",
			"--all",
			"--no-mutants",
			"--timeout=300",
		],
		seconds: 60,
	},
	{
		name: "api",
		needs: ["redis", "promtool"],
		tests: ["api"],
		seconds: 4,
		slow: {
			"chat-failures.test.ts": 55,
			"chat/failures.test.ts": 55,
			"local-provider.test.ts": 40,
			"embedded.test.ts": 30,
			"start.test.ts": 25,
			"sign-in-failures.test.ts": 12,
			"sign-in/failures.test.ts": 12,
		},
	},
	{
		name: "page",
		needs: ["chromium"],
		tests: ["webview"],
		except: /^webview\/verify\//,
		seconds: 15,
		slow: {},
		retry: true,
	},
	{
		name: "extension",
		needs: ["chromium", "vscode-host"],
		tests: ["extension"],
		seconds: 30,
		slow: {},
		retry: true,
		oneAtATime: true,
	},
];
