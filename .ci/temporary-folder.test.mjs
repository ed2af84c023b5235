import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTemporaryFolder } from "./temporary-folder.mjs";

const GIGABYTE = 1024 ** 3;
let parent = "";
beforeAll(() => {
	parent = mkdtempSync(join(tmpdir(), "treeline-parent-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Opens the folder in a process of its own, which prints it, whether it is there, and ends. */
const openElsewhere = () =>
	spawnSync(
		process.execPath,
		[
			"-e",
			`import { existsSync } from "node:fs";
			import { openTemporaryFolder } from "${import.meta.dir}/temporary-folder.mjs";
			const folder = openTemporaryFolder("${parent}", ${64 * GIGABYTE});
			console.log(folder, existsSync(folder), process.pid);`,
		],
		{ encoding: "utf8" },
	).stdout.trim();

test("the folder exists while its process does", () => {
	const [folder = "", existed, pid] = openElsewhere().split(" ");
	expect(folder).toBe(join(parent, `treeline-tests-${pid}`));
	expect(existed).toBe("true");
	expect(existsSync(folder)).toBe(false);
});

test("the folder is every user's, and what killed runs left is removed", () => {
	const abandoned = join(parent, "treeline-tests-4194999");
	mkdirSync(abandoned);
	writeFileSync(join(abandoned, "file"), "");
	const folder = openTemporaryFolder(parent, 64 * GIGABYTE);
	expect(statSync(folder).mode & 0o7777).toBe(0o1777);
	expect(existsSync(abandoned)).toBe(false);
});

test.each([
	["the memory is small", () => [parent, 4 * GIGABYTE]],
	["the file system does not exist", () => [`${parent}/no`, 64 * GIGABYTE]],
])("there is none where %s", (_, where) => {
	expect(openTemporaryFolder(...where())).toBeNull();
});
