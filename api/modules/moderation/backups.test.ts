/** What administrators read of the folder of backups: which there are, and which could be restored. */
import { afterAll, describe, expect, test } from "bun:test";
import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATABASES, writeBackup } from "../../backup/archive.ts";
import { listMigrations } from "../../db/migrate.ts";
import { MIGRATIONS } from "../../db/open-databases.ts";
import { asking } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { admin } from "../../test/moderation-client.ts";
import { inOffice } from "../../test/openapi/fixtures.ts";

const folder = mkdtempSync(join(tmpdir(), "treeline-backups-"));
const service = await serviceForFile({ BACKUP_DIR: folder });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = "1\tone\n2\ttwo\n";

/** Writes a backup of one table, by a Treeline that has `more` migrations than this one; `day` is its age. */
async function write(name: string, day: number, more: string[] = []) {
	const file = join(folder, name);
	const writer = writeBackup(file);
	async function* text() {
		yield Buffer.from(ROWS);
	}
	const written = await writer.table("platform", "numbers", text());
	const databases = {} as Parameters<typeof writer.finish>[0]["databases"];
	for (const database of DATABASES)
		databases[database] = {
			migrations: [
				...(await listMigrations(join(MIGRATIONS, database))),
				...more.map((migration) => ({ name: migration, sha256: "" })),
			].map(({ name: migration, sha256 }) => ({ name: migration, sha256 })),
			tables:
				database === "platform"
					? [{ name: "numbers", columns: ["id", "name"], ...written }]
					: [],
			sequences: [],
		};
	await writer.finish({
		treeline: more.length > 0 ? "99.0.0" : "0.1.0",
		postgres: "18",
		createdAt: "2026-11-01T03:10:00.000Z",
		databases,
	});
	age(file, day);
}

const age = (file: string, day: number) =>
	utimesSync(
		file,
		new Date(2026, 10, 28 - day, 3),
		new Date(2026, 10, 28 - day, 3),
	);

const check = (name: string) =>
	admin(service, "GET", `/backups/${encodeURIComponent(name)}`);

await write("whole.tar", 1);
await write("newer.tar", 2, ["999_later.sql"]);
await write("changed.tar", 3);
{
	const file = join(folder, "changed.tar");
	const bytes = readFileSync(file);
	const manifest = bytes.indexOf('"sha256": "', bytes.indexOf('"tables"'));
	bytes.write("0000", manifest + 11);
	writeFileSync(file, bytes);
	age(file, 3);
}
await write("cut short.tar", 4);
{
	const file = join(folder, "cut short.tar");
	writeFileSync(file, readFileSync(file).subarray(0, 700));
	age(file, 4);
}
writeFileSync(join(folder, "being-written.tar.partial"), "");
writeFileSync(join(folder, "notes.txt"), "");

test("the files are listed, the newest first and page by page, unchecked", async () => {
	const { status, body } = await admin(service, "GET", "/backups?limit=3");
	expect(status).toBe(200);
	expect(body.meta).toEqual({
		total: 4,
		limit: 3,
		offset: 0,
		folder,
		fault: null,
	});
	expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
		"whole.tar",
		"newer.tar",
		"changed.tar",
	]);
	expect(body.data[0]).toEqual({
		name: "whole.tar",
		bytes: readFileSync(join(folder, "whole.tar")).length,
		modifiedAt: new Date(2026, 10, 27, 3).toISOString(),
		check: null,
	});
	const next = await admin(service, "GET", "/backups?limit=3&offset=3");
	expect(next.body.data).toMatchObject([{ name: "cut short.tar" }]);
});

describe("a check", () => {
	test.each([
		["whole.tar", "restorable", "0.1.0", null],
		["newer.tar", "unusable", "99.0.0", /Restore it with version 99\.0\.0/],
		["changed.tar", "unusable", null, /numbers has 12 bytes and 2 rows/],
		["cut short.tar", "unusable", null, /cannot be used/],
	])("finds %s %s", async (name, status, treeline, fault) => {
		const answer = await check(name);
		expect(answer.status).toBe(200);
		expect(answer.body.data.check).toMatchObject({ status, treeline });
		if (fault === null) expect(answer.body.data.check.fault).toBeNull();
		else expect(answer.body.data.check.fault).toMatch(fault);
		expect(existsSync(join(folder, name))).toBeTrue();
		const listed = await admin(service, "GET", "/backups");
		expect(listed.body.data).toContainEqual(answer.body.data);
	});

	test("is made anew when the file was replaced", async () => {
		await write("replaced.tar", 9);
		expect((await check("replaced.tar")).body.data.check.status).toBe(
			"restorable",
		);
		writeFileSync(join(folder, "replaced.tar"), "nothing");
		expect((await check("replaced.tar")).body.data.check.status).toBe(
			"unusable",
		);
		rmSync(join(folder, "replaced.tar"));
		expect((await check("replaced.tar")).status).toBe(404);
	});

	test("is made again when the file could not be read", async () => {
		// A regular file whose reading fails for every user, as that of one without permission does for most.
		symlinkSync("/proc/self/mem", join(folder, "unreadable.tar"));
		const first = (await check("unreadable.tar")).body.data.check;
		expect(first).toMatchObject({ status: "unusable" });
		await Bun.sleep(5);
		const second = (await check("unreadable.tar")).body.data.check;
		expect(second.checkedAt).not.toBe(first.checkedAt);
		rmSync(join(folder, "unreadable.tar"));
	});

	test("is not made again when the file is damaged", async () => {
		const first = await check("changed.tar");
		await Bun.sleep(5);
		expect((await check("changed.tar")).body).toEqual(first.body);
	});

	test.each([
		"notes.txt",
		"being-written.tar.partial",
		"../whole.tar",
		`../${folder.split("/").at(-1)}/whole.tar`,
		"no.tar",
	])("reads no file but backups of the folder: %s", async (name) => {
		const { status, body } = await check(name);
		expect({ status, code: body.code }).toEqual({
			status: 404,
			code: "not_found",
		});
	});
});

test("administrators see them, moderators do not, and nobody changes them", async () => {
	const as = async (role: "moderator" | "administrator", method = "GET") => {
		const { cookie } = await inOffice(service, role, `${role} ${method}`);
		return asking(service, method, "/moderation/backups/whole.tar", undefined, {
			cookie,
		});
	};
	expect((await as("administrator")).body.data.name).toBe("whole.tar");
	expect(await as("moderator")).toMatchObject({
		status: 403,
		body: { code: "forbidden" },
	});
	expect((await as("administrator", "DELETE")).status).toBe(405);
	expect(existsSync(join(folder, "whole.tar"))).toBeTrue();
});

test("names the fault of a folder that cannot be read", async () => {
	rmSync(folder, { recursive: true });
	const { body } = await admin(service, "GET", "/backups");
	expect(body).toMatchObject({ data: [], meta: { total: 0, folder } });
	expect(body.meta.fault).toContain("ENOENT");
});
