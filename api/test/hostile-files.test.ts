/** Paths of files that would leave their folder or change how tools behave, wherever a body has files. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import type { World } from "./openapi/fixtures.ts";
import {
	expectUnharmed,
	hostile,
	openTarget,
	routeOf,
	type Target,
	unlike,
	wrongsOf,
} from "./openapi/hostile-requests.ts";

// Each test asks all routes, and a start takes its time on a busy machine.
setDefaultTimeout(180_000);

let target: Target;
beforeAll(async () => {
	target = await openTarget();
});
afterAll(() => target.service.stop());

describe("a file's path", () => {
	const PATHS = [
		"/etc/passwd",
		"../a.js",
		"a/../../b.js",
		"..",
		".",
		"a//b.js",
		"./a.js",
		"a/",
		"C:\\a.js",
		"c:a.js",
		"\\\\server\\share",
		"a\\b.js",
		"con",
		"AUX.js",
		"nul.tar.gz",
		"com1/a.js",
		".git/config",
		".GIT/hooks/post-checkout",
		".vscode/tasks.json",
		"a/node_modules/b.js",
		".devcontainer/devcontainer.json",
		"a.js.",
		"a.js ",
		"a\nb.js",
		"a\u007f.js",
		"a:b.js",
		"<a>.js",
		"a?.js",
		"app.js/a.js",
		"APP.JS",
		`${"a/".repeat(10)}b.js`,
		// Full-width letters that some file systems take for the plain ones.
		"\uff0e\uff47\uff49\uff54/config",
	];

	/** Where a body has files, and the place that a refusal points at. */
	const PLACES: [
		string,
		string,
		(files: object[], good: unknown) => unknown,
	][] = [
		[
			"POST /api/v1/attempts",
			"#/files",
			(files, good) => ({ ...(good as object), files }),
		],
		[
			"POST /api/v1/author/packs/{slug}/challenges",
			"#/files",
			(files, good) => ({ ...(good as object), files }),
		],
		[
			"POST /api/v1/author/packs/{slug}/challenges",
			"#/scaffold",
			(scaffold, good) => ({ ...(good as object), scaffold }),
		],
		["PATCH /api/v1/author/challenges/{id}", "#/files", (files) => ({ files })],
		[
			"POST /api/admin/packs/seed",
			"#/challenges/1/files",
			(files, good) => withFiles(good as World["pack"], files),
		],
		[
			"POST /api/admin/packs/sync",
			"#/packs/0/challenges/1/files",
			(files, good) => ({
				packs: [
					withFiles((good as { packs: World["pack"][] }).packs[0], files),
				],
			}),
		],
	];
	const withFiles = (pack: World["pack"] | undefined, files: object[]) => ({
		...pack,
		challenges: pack?.challenges.map((challenge, index) =>
			index === 1 ? { ...challenge, files } : challenge,
		),
	});

	test.each(PLACES)(
		"%s, %s, stays in its folder",
		async (name, pointer, body) => {
			const files = (path: string) => [
				{ path: "app.js", content: "" },
				{ path, content: "" },
			];
			const wrongs = await wrongsOf(
				target,
				[routeOf(target, name)],
				async ({ good, send }) => {
					const found: (string | null)[] = [];
					for (const path of PATHS) {
						const wrong = unlike(
							await send({ body: body(files(path), good.body) }),
							{
								status: 400,
								code: "validation_failed",
								pointer,
							},
						);
						found.push(wrong && `${JSON.stringify(path)}: ${wrong}`);
					}
					return found;
				},
			);
			expect(wrongs).toEqual([]);
		},
	);

	test("of an import is refused with its attempt, and the others are taken", async () => {
		const operation = routeOf(target, "POST /api/v1/attempts/import");
		const { send } = await hostile(target, operation);
		const attempts = [...PATHS, "fine.js"].map((path) => ({
			challengeId: target.world.challengeId,
			passed: true,
			clientAttemptId: crypto.randomUUID(),
			files: [
				{ path: "app.js", content: "" },
				{ path, content: "" },
			],
		}));
		const answer = await send({ body: { attempts } });
		const rows: { problem: { code: string; errors: { pointer: string }[] } }[] =
			JSON.parse(answer.text).data;
		const problems = rows.map(({ problem }) => problem);
		expect(problems.pop()).toBeNull();
		expect(new Set(problems.map(({ code }) => code))).toEqual(
			new Set(["validation_failed"]),
		);
	});
});

test("afterwards all is as it was, and nothing was a fault of ours", () =>
	expectUnharmed(target));
