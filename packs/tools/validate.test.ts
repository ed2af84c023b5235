import { afterAll, describe, expect, test } from "bun:test";
import {
	cpSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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

test("the packs of this house pass, strictly", async () => {
	const { out, code } = await packs("validate", "--strict");
	expect(out).toMatch(
		/^(PASS [a-z]+ \(\d+ challenges\)\n)+\d+ challenges, \d+ packs, 0 errors\n$/,
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
				"    - the reference solution fails assertion 2 of `app.js`:",
				"2 challenges, 1 packs, 3 errors",
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

	const strict: typeof cases = [
		[
			"a scaffold that passes",
			edit(FIRST, (challenge: { files: unknown; scaffold: unknown }) => {
				challenge.scaffold = challenge.files;
			}),
			["the scaffold passes every check"],
		],
		[
			"a variant that fails",
			edit(
				"cases/01-say-hello-over-http.json",
				(cases: { accepted: unknown[]; rejected: { files: unknown }[] }) => {
					cases.accepted.push({
						name: "text",
						files: cases.rejected[2]?.files,
					});
				},
			),
			['the accepted variant "text" fails'],
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
			['the mutant "fine" passes'],
		],
		[
			"missing cases",
			(folder) => rmSync(join(folder, "cases"), { recursive: true }),
			["is not there; add accepted variants and rejected mutants"],
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
	expect(out).toEndWith("\n2 challenges, 2 packs, 8 errors\n");
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
