/**
 * The suites of `npm test`. A suite is either `tests`, folders whose test files are spread over processes, or one `command` of Bun's;
 * either is handed the JUnit reporter's options and is believed only as far as the file it writes.
 *
 * `seconds` estimates the command, or each file that is not in `slow` (by the end of its path). `env` is added to their environment; `oneAtATime` keeps a suite's processes
 * from running beside each other. For `--changed`: `starts` are programs that every test runs, `reads` the folders whose files the tests
 * read without an import; `always` runs the suite whatever changed.
 */

/** The programs and files of the service, for suites that start it. */
const SERVICE = { starts: ["api/main.ts"], reads: ["sql", "packs"] };

/** Hundreds of programs that live for seconds: they would compile their code for the long run, a seventh of all that they compute. */
const SHORT_LIVED = { BUN_JSC_useDFGJIT: "0" };

/** The entry points of the page's bundles, and their build. */
const PAGE = [
	"webview/build.ts",
	"webview/app/main.tsx",
	"webview/app/theme/theme-init.ts",
	"webview/offline/service-worker.ts",
	"webview/verify/worker/entry-browser.ts",
];

/** The packs' own suites run against solutions, by `packs behave`. */
const BEHAVIOR = /^packs\/[^/]+\/(behavior|challenges)\//;

export const SUITES = [
	{
		name: "check",
		needs: [],
		command: [".ci/check.ts"],
		seconds: 20,
		always: true,
	},
	{ name: "laws", needs: [], tests: [".ci"], seconds: 1, always: true },
	{
		name: "engine",
		needs: [],
		tests: ["webview/verify"],
		reads: ["webview/verify"],
		seconds: 1,
		slow: { "worker/containment.test.ts": 20, "tree-cache.test.ts": 16 },
	},
	{
		name: "packs",
		needs: ["python", "chromium"],
		tests: ["packs"],
		starts: ["packs/tools/main.ts", "packs/tools/learn/main.ts"],
		reads: ["packs", "webview/verify"],
		except: BEHAVIOR,
		seconds: 3,
		slow: { "seed.test.ts": 15, "validate.test.ts": 10 },
	},
	{
		name: "behave",
		needs: ["python", "chromium"],
		starts: ["packs/tools/main.ts"],
		reads: ["packs"],
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
		needs: ["redis", "prometheus", "proxies", "faketime", "strace"],
		tests: ["api"],
		env: SHORT_LIVED,
		starts: SERVICE.starts,
		reads: ["api", ...SERVICE.reads],
		seconds: 3,
		slow: {
			"faults/faults.test.ts": 110,
			"test/database-failures.test.ts": 75,
			"db/read-replicas.test.ts": 60,
			"ops/deployment.test.ts": 30,
			"ops/compose.test.ts": 30,
			"start-or-adopt.test.ts": 25,
			"chat/provider-failures.test.ts": 20,
			"test/reference-solution-leaks.test.ts": 20,
			"webhooks/delivery-worker.test.ts": 15,
			"api/start.test.ts": 15,
			"chat/event-stream.test.ts": 12,
			"db/lost-connections.test.ts": 12,
			"test/openapi-properties.test.ts": 12,
			"test/query-plans-at-scale.test.ts": 12,
			"test/timeouts.test.ts": 12,
			"local-provider.test.ts": 10,
		},
	},
	{
		name: "page",
		needs: ["chromium"],
		tests: ["webview"],
		starts: [...SERVICE.starts, ...PAGE],
		reads: ["webview", ...SERVICE.reads],
		except: /^webview\/verify\//,
		seconds: 15,
		slow: {},
	},
	{
		name: "extension",
		needs: ["chromium", "vscode-host"],
		tests: ["extension"],
		starts: ["extension/extension.ts", ...SERVICE.starts, ...PAGE],
		reads: ["extension", "webview/app", ...SERVICE.reads],
		seconds: 30,
		slow: {},
		oneAtATime: true,
	},
];
