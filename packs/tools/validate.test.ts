import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const PACKS = join(import.meta.dir, "..");
const scratch = mkdtempSync(join(tmpdir(), "treeline-packs-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function packs(...args: string[]) {
	const child = Bun.spawn(
		[process.execPath, join(PACKS, "tools/main.ts"), ...args],
		{ stdout: "pipe", stderr: "pipe" },
	);
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { out, err, code };
}

/** A copy of the good pack with one thing changed; its folder holds nothing else. */
function broken(change: (folder: string) => void): string {
	const root = mkdtempSync(join(scratch, "case-"));
	cpSync(join(PACKS, "tools/broken/fixtures/good"), join(root, "good"), {
		recursive: true,
	});
	change(join(root, "good"));
	return root;
}

const FIRST = "challenges/01-say-hello-over-http.json";

function edit(file: string, change: (value: never) => void) {
	return (folder: string) => {
		const path = join(folder, file);
		const value = require(path);
		change(value as never);
		writeFileSync(path, JSON.stringify(value));
	};
}

test("the packs of this repository pass, strictly", async () => {
	const { out, code } = await packs("validate", "--strict");
	expect(out).toMatch(
		/^(PASS [a-z-]+ \(\d+ challenges\)\n)+\d+ challenges, \d+ packs, 0 errors\n$/,
	);
	expect(code).toBe(0);
}, 300_000);

describe("a fault is named, and the exit is not 0", () => {
	const cases: [
		name: string,
		change: (folder: string) => void,
		lines: string[],
	][] = [
		[
			"a reference that fails",
			edit(FIRST, (challenge: { files: unknown; scaffold: unknown }) => {
				challenge.files = challenge.scaffold;
			}),
			[
				"FAIL good (3 error(s))",
				`  ${FIRST}: 1/4 passed`,
				"    - the reference solution fails assertion 2 of `app.js` (`perFile/app.js/1`):",
				"2 challenges, 1 pack, 3 errors",
			],
		],
		[
			"a file that is not JSON",
			(folder) => writeFileSync(join(folder, FIRST), "{"),
			[`  ${FIRST}: 0/0 passed`, `    - \`${FIRST}\` is not JSON`],
		],
		[
			"a file that is not UTF-8",
			(folder) =>
				writeFileSync(join(folder, FIRST), new Uint8Array([0x7b, 0xff])),
			[`    - \`${FIRST}\` is not UTF-8 text; save it as UTF-8`],
		],
		[
			"a file that is not there",
			(folder) => rmSync(join(folder, FIRST)),
			[`    - \`${FIRST}\` is named by the manifest and is not there`],
		],
		[
			"a link that leaves the pack",
			(folder) => {
				rmSync(join(folder, FIRST));
				symlinkSync(join(PACKS, "package.json"), join(folder, FIRST));
			},
			["is a link that leaves the pack's folder"],
		],
		[
			"a manifest without a field",
			edit("pack.json", (manifest: { version?: string }) => {
				delete manifest.version;
			}),
			["FAIL good (1 error(s))", "    - `version` is missing; add it"],
		],
		[
			"a challenge path that climbs",
			edit("pack.json", (manifest: { challenges: string[] }) => {
				manifest.challenges[0] = "../../etc/passwd";
			}),
			["leaves the challenge's folder"],
		],
		[
			"a learner's file that is absolute",
			edit(FIRST, (challenge: { scaffold: { path: string }[] }) => {
				challenge.scaffold = [{ path: "/tmp/app.js" }];
				Object.assign(challenge.scaffold[0] as object, { content: "" });
			}),
			['the path "/tmp/app.js" is absolute'],
		],
		[
			"an unknown difficulty",
			edit(FIRST, (challenge: { difficulty: string }) => {
				challenge.difficulty = "easy";
			}),
			['`difficulty` must be one of "beginner", "intermediate", "advanced"'],
		],
	];
	test.each(cases)("%s", async (_, change, lines) => {
		const { out, code } = await packs("validate", broken(change));
		expect(code).toBe(1);
		for (const line of lines) expect(out).toContain(line);
	});

	test("a fault of a definition is reported with the way to it, and the pattern written out", async () => {
		const root = broken((folder) => {
			edit(
				FIRST,
				(challenge: { assertions: { perFile: Record<string, object[]> } }) => {
					challenge.assertions.perFile["app.js"]?.push({
						type: "codePattern",
						description: "x",
						pattern: "$refuses($res, f(1, 2))",
					});
				},
			)(folder);
			writeFileSync(
				join(folder, "definitions.json"),
				JSON.stringify({
					patterns: {
						"$refuses($to, $code)": "$status($to, $code);\n$to.end()",
						"$status($to, $code)": [
							"$to.statusCode = $code",
							"$to.status($code",
						],
					},
				}),
			);
		});
		const { out } = await packs("validate", root);
		expect(out).toContain(
			"in the definition `$status($to, $code)`, which `$refuses($to, $code)` uses: its pattern is not valid code (line 1, column 1)",
		);
		expect(out).toContain(
			"      Its pattern, with the definitions written out:\n      $res.status(f(1, 2);\n      $res.end()\n",
		);
	});

	const strict: typeof cases = [
		[
			"a scaffold that passes",
			edit(FIRST, (challenge: { files: unknown; scaffold: unknown }) => {
				challenge.scaffold = challenge.files;
			}),
			["the scaffold passes every check"],
		],
		[
			"an accepted answer that fails",
			edit(
				"cases/01-say-hello-over-http.json",
				(cases: { accepted: unknown[]; rejected: { files: unknown }[] }) => {
					cases.accepted.push({
						name: "text",
						files: cases.rejected[2]?.files,
					});
				},
			),
			['the accepted answer "text" fails'],
		],
		[
			"a mutant that passes",
			edit(
				"cases/01-say-hello-over-http.json",
				(cases: { accepted: { files: unknown }[]; rejected: unknown[] }) => {
					cases.rejected.push({
						name: "fine",
						caughtBy: "perFile/app.js/1",
						files: cases.accepted[0]?.files,
					});
				},
			),
			['the rejected answer "fine" passes'],
		],
		[
			"missing cases",
			(folder) => rmSync(join(folder, "cases"), { recursive: true }),
			["is not there; add accepted and rejected answers"],
		],
		[
			"a difficulty that falls",
			edit(FIRST, (challenge: { difficulty: string }) => {
				challenge.difficulty = "advanced";
			}),
			["do not go from beginner to intermediate to advanced"],
		],
	];
	test.each(strict)("%s (strict)", async (_, change, lines) => {
		const { out, code } = await packs("validate", broken(change), "--strict");
		expect(code).toBe(1);
		for (const line of lines) expect(out).toContain(line);
	});
});

test("a broken pack does not stop the others", async () => {
	const root = broken((folder) => {
		cpSync(folder, join(folder, "../broken"), { recursive: true });
		writeFileSync(join(folder, "../broken/pack.json"), "{}");
	});
	const { out, code } = await packs("validate", root);
	expect(code).toBe(1);
	expect(out).toStartWith("FAIL broken (8 error(s))\n  pack.json\n");
	expect(out).toContain("\nPASS good (2 challenges)\n");
	expect(out).toEndWith("\n4 challenges, 2 packs, 8 errors\n");
});

describe("one run names every fault", () => {
	interface Challenge {
		title?: string;
		files: { path: string; content?: string }[];
		scaffold?: unknown;
		assertions: { perFile: { "app.js": { method?: string }[] } };
	}
	const failing = edit(FIRST, (challenge: Challenge) => {
		challenge.files = challenge.scaffold as Challenge["files"];
	});
	const cases: [
		name: string,
		changes: ((folder: string) => void)[],
		lines: string[],
	][] = [
		[
			"a challenge is checked although the manifest lacks a field",
			[
				edit("pack.json", (manifest: { version?: string }) => {
					delete manifest.version;
				}),
				failing,
			],
			[
				"FAIL good (4 error(s))",
				"    - `version` is missing; add it",
				`  ${FIRST}: 1/4 passed`,
				"2 challenges, 1 pack, 4 errors",
			],
		],
		[
			"a challenge is checked although the manifest is not JSON",
			[(folder) => writeFileSync(join(folder, "pack.json"), "{"), failing],
			[
				"FAIL good (4 error(s))",
				"    - `pack.json` is not JSON",
				`  ${FIRST}: 1/4 passed`,
				"2 challenges, 1 pack, 4 errors",
			],
		],
		[
			"the other challenges are checked although the list names one that is unsafe",
			[
				edit("pack.json", (manifest: { challenges: unknown[] }) => {
					manifest.challenges.push("../../etc/passwd", 7);
				}),
				failing,
			],
			[`  ${FIRST}: 1/4 passed`, "2 challenges, 1 pack, "],
		],
		[
			"the reference runs although a field is missing",
			[
				edit(FIRST, (challenge: Challenge) => {
					delete challenge.title;
					delete challenge.scaffold;
					const [file] = challenge.files;
					if (file) file.content = "const app = 1;";
				}),
			],
			[
				`  ${FIRST}: 0/4 passed`,
				"    - `title` is missing; add it",
				"    - `scaffolded` is true and there is no `scaffold`",
				"    - the reference solution fails assertion 4 of `app.js` (`perFile/app.js/3`):",
			],
		],
		[
			"the other checks run although one has the wrong shape",
			[
				edit(FIRST, (challenge: Challenge) => {
					challenge.assertions.perFile["app.js"][0] = {};
					challenge.files = challenge.scaffold as Challenge["files"];
				}),
			],
			[
				"    - `type` must be one of",
				"    - the reference solution fails assertion 2 of `app.js` (`perFile/app.js/1`):",
				"/4 passed",
			],
		],
		[
			"nothing runs when the files cannot be read, and the rest is named",
			[
				edit(FIRST, (challenge: Challenge) => {
					delete challenge.files[0]?.content;
					delete challenge.title;
				}),
			],
			[
				`  ${FIRST}: 0/0 passed`,
				"    - `title` is missing; add it",
				"    - `content` is missing; add it",
			],
		],
	];
	test.each(cases)("%s", async (_, changes, lines) => {
		const root = broken((folder) => {
			for (const change of changes) change(folder);
		});
		const { out, code } = await packs("validate", root);
		expect(code).toBe(1);
		for (const line of lines) expect(out).toContain(line);
	});

	test("strict: cases and advice although the reference fails", async () => {
		const root = broken((folder) => {
			failing(folder);
			edit(FIRST, (challenge: { hints: unknown[] }) => {
				challenge.hints = [];
			})(folder);
			rmSync(join(folder, "cases"), { recursive: true });
		});
		const { out } = await packs("validate", root, "--strict");
		expect(out).toContain("the reference solution fails assertion 2");
		expect(out).toContain("there are 0 hints");
		expect(out).toContain("add accepted and rejected answers");
	});
});

test("a falling difficulty is a warning, and an error only when strict", async () => {
	const root = broken(
		edit(FIRST, (challenge: { difficulty: string }) => {
			challenge.difficulty = "advanced";
		}),
	);
	const plain = await packs("validate", root);
	expect(plain.err).toContain(
		'warning: good/pack.json:12:3: the challenges of "A Good Pack" do not go from beginner to intermediate to advanced; reorder them',
	);
	expect(plain.out).toBe(
		"PASS good (2 challenges)\n2 challenges, 1 pack, 0 errors\n",
	);
	expect(plain.code).toBe(0);
	expect((await packs("validate", root, "--strict")).code).toBe(1);
});

describe("the command line", () => {
	test("helps", async () => {
		const { out, code } = await packs("--help");
		expect(out).toContain("validate [pack] [--strict] [--json]");
		expect(code).toBe(0);
	});

	test("says which commands there are", async () => {
		const { err, code } = await packs("valdiate");
		expect(err).toContain('There is no command "valdiate"');
		expect(code).toBe(2);
	});

	test("says when a folder holds no pack", async () => {
		const { err, code } = await packs("validate", scratch);
		expect(err).toContain("There is no pack.json");
		expect(code).toBe(1);
	});
});
