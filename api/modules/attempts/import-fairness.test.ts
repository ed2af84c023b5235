/** That a few accounts with long queues keep nobody else from importing. */
import { expect, test } from "bun:test";
import { lockTable, until } from "../../test/attempts-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

// Nothing is given up while the database is held.
const service = await serviceForFile({ REQUEST_TIMEOUT_MS: "600000" });

test("four accounts that fill all places leave one to a fifth", async () => {
	await seedInto(service, await launchPack());
	const [{ id } = { id: "" }] = await service.sql<{ id: string }[]>`
		SELECT id FROM challenges LIMIT 1`;
	const statuses: number[] = [];
	const bring = async ({ cookie }: { cookie: string }) => {
		const clientAttemptId = crypto.randomUUID();
		const attempt = { challengeId: id, passed: true, clientAttemptId };
		const answer = await fetch(`${service.front}/api/v1/attempts/import`, {
			method: "POST",
			headers: { cookie, "content-type": "application/json" },
			body: JSON.stringify({ attempts: [attempt] }),
		});
		statuses.push(answer.status);
		return answer.status;
	};
	const four = await Promise.all([1, 2, 3, 4].map(() => service.signIn()));
	const fifth = await service.signIn();
	const lock = await lockTable(service.sql, "attempts", "ACCESS EXCLUSIVE");
	const theirs = four.flatMap((user) =>
		Array.from({ length: 20 }, () => bring(user)),
	);
	await until(() => statuses.length === 80 - 64);
	const refusedBefore = statuses.length;
	const own = bring(fifth);
	await until(() => statuses.length > refusedBefore);
	await lock.release();
	expect(await own).toBe(200);
	const refused = (await Promise.all(theirs)).filter((one) => one === 503);
	expect(refused).toHaveLength(17);
});
