/** Packs as they lie on disk: what is refused is a fault of its pack, told with the file and the next step. */
import { afterAll, expect, test } from "bun:test";
import {
	mkdirSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson, readPacks } from "./disk.ts";

const scratch = mkdtempSync(join(tmpdir(), "treeline-disk-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function folder(name: string, files: Record<string, string> = {}): string {
	const path = join(scratch, name);
	mkdirSync(path, { recursive: true });
	for (const [file, text] of Object.entries(files))
		writeFileSync(join(path, file), text);
	return path;
}

test("a link may not lead into a neighbour whose name only begins alike", async () => {
	const pack = folder("express");
	const secret = folder("express-secret", { "a.json": '"secret"' });
	symlinkSync(join(secret, "a.json"), join(pack, "a.json"));
	const file = await readJson(pack, "a.json");
	expect(file.value).toBeUndefined();
	expect(file.fault).toContain("a link that leaves the pack's folder");
});

test("a link inside the pack's folder is followed", async () => {
	const pack = folder("linked", { "real.json": '"here"' });
	symlinkSync(join(pack, "real.json"), join(pack, "name.json"));
	expect((await readJson(pack, "name.json")).value).toBe("here");
});

test("a file that is too large is refused before it is read", async () => {
	const pack = folder("large", { "a.json": "" });
	// All of it a hole: no disk holds it, and no memory could.
	truncateSync(join(pack, "a.json"), 64 * 1024 ** 3);
	const { fault } = await readJson(pack, "a.json");
	expect(fault).toContain("is larger than 2 MiB; make it smaller");
});

test("two packs of one slug are each told of the other", async () => {
	const manifest = (slug: string) => ({
		"pack.json": JSON.stringify({
			name: "Pack",
			slug,
			description: "One of several.",
			language: "JavaScript",
			version: "1.0.0",
			author: "Treeline",
			tags: [],
			challenges: ["01-first.json"],
		}),
	});
	const first = folder("twins/a", manifest("duplicate"));
	const second = folder("twins/b", manifest("duplicate"));
	folder("twins/c", manifest("single"));
	folder("twins/duplicate", { "pack.json": "{" });
	const faults = (await readPacks(join(scratch, "twins"))).map((pack) =>
		pack.manifestFaults.map(({ pointer, code, detail }) => [
			pointer,
			code,
			detail.includes(first) ? "a" : detail.includes(second) ? "b" : "",
		]),
	);
	expect(faults).toEqual([
		[["#/slug", "duplicate", "b"]],
		[["#/slug", "duplicate", "a"]],
		[],
		[["#", "unreadable", ""]],
	]);
});

test("a challenge takes along the definitions of its pack that it uses", async () => {
	const challenge = (pattern: string) =>
		JSON.stringify({
			assertions: {
				crossFile: [{ type: "codePattern", description: "d", pattern }],
			},
		});
	const patterns = {
		"$get($path)": ["$_.get($path, ...)", "$route($path)"],
		"$route($path)": "$_.route($path)",
		$created: "201",
	};
	const root = folder("shared", {
		"pack.json": JSON.stringify({
			name: "Pack",
			slug: "shared",
			description: "One that shares.",
			language: "JavaScript",
			version: "1.0.0",
			author: "Treeline",
			tags: [],
			challenges: ["01-one.json", "02-two.json"],
		}),
		"definitions.json": JSON.stringify({ fluent: ["use"], patterns }),
		"01-one.json": challenge('$get("/")'),
		"02-two.json": JSON.stringify({ assertions: { crossFile: [] } }),
	});
	const [pack] = await readPacks(root);
	expect(pack?.manifestFaults).toEqual([]);
	const [one, two] = (pack?.challenges ?? []).map(
		({ value }) => (value as { assertions: object }).assertions,
	);
	const { $created: _, ...used } = patterns;
	expect(one).toMatchObject({
		definitions: { fluent: ["use"], patterns: used },
	});
	expect(two).toEqual({ crossFile: [] });
});

test("definitions that are malformed are a fault of the pack", async () => {
	const root = folder("malformed", {
		"pack.json": "{}",
		"definitions.json": JSON.stringify({ patterns: { get: "x" } }),
	});
	const [pack] = await readPacks(root);
	expect(JSON.stringify(pack?.manifestFaults)).toContain("definitions.json");
});
