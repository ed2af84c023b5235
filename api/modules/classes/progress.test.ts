/** What a teacher sees of learners: the state and the times of their attempts at assigned packs since they joined, by challenge and by check, and nothing else. */
import { expect, test } from "bun:test";
import { type Author, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
const pack = await launchPack();
await seedInto(service, pack);
const packSlug = pack.manifest.slug;

const HOUR = 3_600_000;
const from = (hours: number) =>
	new Date(Date.now() + hours * HOUR).toISOString();

/** Ada's class with learners of these names, who joined two hours ago; its pack was due an hour ago. */
async function classWith(...names: string[]) {
	const ada = await newAuthor(service);
	const { body } = await ada.ask("POST", "/classes", { name: "Web basics" });
	const { _id, joinToken } = body.data;
	const learners: Author[] = [];
	for (const name of names) {
		const learner = await newAuthor(service, name);
		await learner.ask("POST", `/classes/invitations/${joinToken}`);
		learners.push(learner);
	}
	await service.sql`UPDATE class_members SET joined_at = ${from(-2)} WHERE class_id = ${_id}`;
	const assigned = await ada.ask("POST", `/classes/${_id}/assignments`, {
		packSlug,
		dueAt: from(-1),
	});
	const path = `/classes/${_id}/assignments/${assigned.body.data._id}`;
	const { data } = (await ada.ask("GET", `${path}/progress`)).body;
	const challenges: string[] = data.challenges.map(
		({ _id }: { _id: string }) => _id,
	);
	return { ada, learners, path, challenges, classPath: `/classes/${_id}` };
}

interface Past {
	passed?: boolean;
	verified?: boolean;
	hours?: number;
	version?: number;
	results?: object;
}

/** An attempt that was made in the past. */
async function attempt(
	{ userId }: Author,
	challengeId = "",
	{ passed = true, verified = true, hours = -1.5, version, results }: Past = {},
): Promise<string> {
	const at = from(hours);
	await service.sql`
		INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, verified, assertion_results, attempted_at)
		SELECT ${Bun.randomUUIDv7()}, ${userId}, id, ${version ?? service.sql`version`}, ${passed}, ${verified},
			${results ? service.sql.json(results as never) : null}, ${at}
		FROM challenges WHERE id = ${challengeId}`;
	return at;
}

test("progress is of attempts since joining, at the assigned pack, of members; a learner sees only their own", async () => {
	const { ada, learners, path, challenges, classPath } = await classWith(
		"Robin",
		"kim",
	);
	const [robin, kim] = learners as [Author, Author];
	const stranger = await newAuthor(service, "Sam");
	await attempt(stranger, challenges[0]);
	await attempt(robin, challenges[1], { hours: -3 });
	await attempt(robin, challenges[0], { passed: false, hours: -1.9 });
	const passedAt = await attempt(robin, challenges[0], { verified: false });
	const last = await attempt(robin, challenges[0], {
		passed: false,
		hours: -0.5,
	});
	const tried = await attempt(kim, challenges[1], { passed: false });
	const { data } = (await ada.ask("GET", `${path}/progress`)).body;
	expect(data.assignment.pack).toMatchObject({ slug: packSlug });
	expect(challenges).toHaveLength(pack.challenges.length);
	expect(data.challenges[0]).toEqual({
		_id: challenges[0],
		slug: pack.challenges[0]?.slug,
		title: pack.challenges[0]?.title,
	});
	const none = challenges.slice(2).map(() => null);
	const ofRobin = {
		_id: expect.any(String),
		name: "Robin",
		joinedAt: expect.any(String),
		results: [
			{ attempts: 3, lastAttemptAt: last, passedAt, verified: false },
			null,
			...none,
		],
	};
	expect(data.learners).toEqual([
		{
			...ofRobin,
			name: "kim",
			results: [
				null,
				{ attempts: 1, lastAttemptAt: tried, passedAt: null, verified: false },
				...none,
			],
		},
		ofRobin,
	]);
	const own = (await robin.ask("GET", `${path}/progress`)).body.data;
	expect(own.learners).toEqual([ofRobin]);
	const { assignments } = (await robin.ask("GET", classPath)).body.data;
	expect(assignments).toMatchObject([{ passedCount: 1, attemptedCount: 1 }]);
	// Nothing of it says what was written.
	expect(Object.keys(data.learners[1].results[0]).sort()).toEqual([
		"attempts",
		"lastAttemptAt",
		"passedAt",
		"verified",
	]);
	await robin.ask("DELETE", `${classPath}/membership`);
	const after = (await ada.ask("GET", `${path}/progress`)).body.data;
	expect(after.learners).toHaveLength(1);
});

test("nothing is shared of an assignment that is not open", async () => {
	const { ada, learners, path, challenges } = await classWith("Robin");
	await attempt(learners[0] as Author, challenges[0]);
	await ada.ask("PATCH", path, { opensAt: from(1), dueAt: null });
	const { data } = (await ada.ask("GET", `${path}/progress`)).body;
	expect(data.learners[0].results[0]).toBeNull();
	const checks = `${path}/challenges/${challenges[0]}/checks`;
	for (const who of [ada, learners[0] as Author])
		expect((await who.ask("GET", checks)).status).toBe(404);
	await ada.ask("PATCH", path, { opensAt: from(-0.1) });
	const open = (await ada.ask("GET", `${path}/progress`)).body.data;
	expect(open.learners[0].results[0]).toMatchObject({ attempts: 1 });
});

test("the file for spreadsheets has a line for each learner, and no cell that is a formula", async () => {
	const names = [
		"Robin",
		'=HYPERLINK("https://evil.example")',
		"+1",
		"-2+3",
		"@SUM(A1)",
		"\t=1+1",
		"  =1+1",
		'Kim, "the second"\r\n=1+1',
		"Ann;=1+1",
		"Zoë",
	];
	const { ada, learners, path, challenges } = await classWith(...names);
	const [robin, , plus, minus] = learners as Author[];
	const at = await attempt(robin as Author, challenges[0]);
	await attempt(plus as Author, challenges[0], { passed: false });
	await attempt(minus as Author, challenges[0], {
		hours: -0.5,
		verified: false,
	});
	const answer = await fetch(`${service.front}/api/v1${path}/progress.csv`, {
		headers: { cookie: ada.cookie },
	});
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toBe(
		"text/csv; charset=utf-8; header=present",
	);
	expect(answer.headers.get("content-disposition")).toBe(
		`attachment; filename="progress-${packSlug}.csv"`,
	);
	expect(answer.headers.get("cache-control")).toBe("no-store");
	const bytes = new Uint8Array(await answer.arrayBuffer());
	expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	const text = new TextDecoder().decode(bytes);
	const rows = readCsv(text);
	const width = 5 + challenges.length;
	expect(rows.map(({ length }) => length)).toEqual(
		Array(names.length + 1).fill(width),
	);
	expect(rows[0]?.slice(0, 6)).toEqual([
		...["Learner", "Joined", "Passed", "Challenges", "Latest attempt"],
		`1. ${pack.challenges[0]?.title}`,
	]);
	for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
	const byName = new Map(rows.map((row) => [row[0], row]));
	expect([...byName.keys()].sort()).toEqual(
		[
			"Learner",
			...names.map((name) =>
				(/^\s*[=+\-@]/.test(name) ? `'${name}` : name).replace(
					/([;\n])=/,
					"$1'=",
				),
			),
		].sort(),
	);
	const some = String(challenges.length);
	expect(byName.get("Robin")?.slice(2, 7)).toEqual([
		...["1", some, at, "passed", "not started"],
	]);
	expect(byName.get("'+1")?.slice(2, 6)).toEqual([
		...["0", some, expect.any(String), "in progress"],
	]);
	expect(byName.get("'-2+3")?.[5]).toBe("passed late (not verified)");
	expect(byName.get("Zoë")?.slice(2, 6)).toEqual([
		"0",
		some,
		"",
		"not started",
	]);
});

/** Reads what RFC 4180 writes, and nothing else. */
function readCsv(text: string): string[][] {
	const rows: string[][] = [];
	let cells: string[] = [];
	let at = 0;
	const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
	while (at < text.length) {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (!match) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 40)}`);
		cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
		at = pattern.lastIndex;
		if (match[3] === ",") continue;
		rows.push(cells);
		cells = [];
	}
	return rows;
}

test("each check has the learners whose latest attempt fails it; a pass passes all", async () => {
	const { ada, learners, path, challenges } = await classWith(
		...["A", "B", "C", "D", "E", "F"],
	);
	const [passed, failing, better, claimed, older] = learners as Author[];
	const [id = ""] = challenges;
	const { perFile = {}, crossFile = [] } = pack.challenges[0]?.assertions ?? {};
	const all = [
		...Object.entries(perFile).flatMap(([file, checks]) =>
			checks.map((_, index) => `perFile/${file}/${index}`),
		),
		...crossFile.map((_, index) => `crossFile/${index}`),
	];
	expect(all.length).toBeGreaterThan(2);
	/** Results in which only these checks fail. */
	const failed = (...places: string[]) => ({
		passed: false,
		fileResults: Object.entries(perFile).map(([file, checks]) => ({
			file,
			passed: false,
			results: checks.map((assertion, index) => ({
				assertion,
				passed: !places.includes(`perFile/${file}/${index}`),
				message: "`secretName` is missing",
			})),
		})),
		crossFileResults: crossFile.map((assertion, index) => ({
			assertion,
			passed: !places.includes(`crossFile/${index}`),
			message: "",
		})),
		totalAssertions: all.length,
		passedAssertions: all.length - places.length,
	});
	const [first = "", second = ""] = all;
	const miss = { passed: false };
	await attempt(passed as Author, id);
	await attempt(passed as Author, id, {
		...miss,
		hours: -0.1,
		results: failed(first),
	});
	await attempt(failing as Author, id, {
		...miss,
		results: failed(first, second),
	});
	await attempt(better as Author, id, {
		...miss,
		hours: -1.9,
		results: failed(...all),
	});
	await attempt(better as Author, id, { ...miss, results: failed(second) });
	await attempt(claimed as Author, id, miss);
	await attempt(older as Author, id, {
		...miss,
		version: 999,
		results: failed(first),
	});
	const { members } = (
		await ada.ask("GET", path.split("/assignments")[0] ?? "")
	).body.data;
	const idOf = (name: string) =>
		members.find((each: { name: string }) => each.name === name)._id;
	const { status, body } = await ada.ask(
		"GET",
		`${path}/challenges/${id}/checks`,
	);
	expect(status).toBe(200);
	expect(body.data).toMatchObject({
		passedCount: 1,
		openCount: 4,
		unknownCount: 2,
	});
	expect(JSON.stringify(body)).not.toContain("secretName");
	expect(body.data.checks.map(({ check }: { check: string }) => check)).toEqual(
		all,
	);
	expect(body.data.checks.slice(0, 3)).toMatchObject([
		{ passedCount: 1, failing: [idOf("B")] },
		{ passedCount: 0, failing: [idOf("B"), idOf("C")].sort() },
		{ passedCount: 2, failing: [] },
	]);
	const own = await (failing as Author).ask(
		"GET",
		`${path}/challenges/${id}/checks`,
	);
	expect(own.body.data).toMatchObject({ passedCount: 0, openCount: 1 });
	expect(own.body.data.checks.slice(0, 3)).toMatchObject([
		{ passedCount: 0, failing: [idOf("B")] },
		{ passedCount: 0, failing: [idOf("B")] },
		{ passedCount: 1, failing: [] },
	]);
	const elsewhere = `${path}/challenges/${crypto.randomUUID()}/checks`;
	expect((await ada.ask("GET", elsewhere)).status).toBe(404);
});
