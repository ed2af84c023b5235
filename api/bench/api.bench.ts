/**
 * What the API costs beside the least that could do the same, in one run: attempts beside pgbench's bare insert, reads beside a bare
 * Elysia with the same bytes, and what a read takes in a large database. Run: npm run bench -- api [--small] [--seconds=N]
 */
import { cpus, loadavg } from "node:os";
import { idOf, type Size, tokenOf } from "./crowd.ts";
import { openBare } from "./floor.ts";
import { get, type Pace, pace, post } from "./load.ts";
import { bareInserts } from "./pgbench.ts";
import { closePlace, needRoom, openPlace, type Place } from "./place.ts";

const FULL: Size = {
	packs: 2000,
	challenges: 200_000,
	learners: 100_000,
	attempts: 5_000_000,
};
const SMALL: Size = {
	packs: 200,
	challenges: 10_000,
	learners: 20_000,
	attempts: 100_000,
};
const small = Bun.argv.includes("--small");
const size = small ? SMALL : FULL;
const seconds = Number(
	Bun.argv.find((word) => word.startsWith("--seconds="))?.slice(10) ?? 4,
);
const ROUNDS = 3;

const cookie = (learner: number) => `cookie: JSESSIONID=${tokenOf(learner)}`;
const CHALLENGE = idOf("challenge", 8);
const READS = {
	"list of 50 packs": "/api/v1/packs",
	"pack with its challenges": "/api/v1/packs/pack-8",
	challenge: `/api/v1/challenges/${CHALLENGE}`,
	"search, a common word": "/api/v1/search?q=a",
	"search, a rare word": "/api/v1/search?q=form+1234",
};

async function attempts(place: Place) {
	let nth = 0;
	const learner = () => 1 + (nth++ % size.learners);
	console.log(`\nattempts a second, and as a ratio to pgbench's bare insert`);
	for (const clients of [1, 32, 128]) {
		const bare: number[] = [];
		const ours: Pace[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			bare.push(await bareInserts(place, size, { clients, seconds }));
			ours.push(
				await pace(place.program.front, {
					...{ clients, seconds, status: 201 },
					request: (n) =>
						post(
							"/api/v1/attempts",
							{
								challengeId: idOf("challenge", 1 + (n % size.challenges)),
								passed: true,
								hintsUsed: 1,
								timeSeconds: 60,
								clientAttemptId: crypto.randomUUID(),
							},
							[cookie(learner())],
						),
				}),
			);
		}
		const floor = median(bare);
		const { perSecond, p99 } = middle(ours);
		console.log(
			`${String(clients).padStart(4)} clients  ${rate(perSecond)}/s of ${rate(floor)}/s  ratio ${(perSecond / floor).toFixed(2)}  p99 ${p99.toFixed(1)} ms`,
		);
	}
}

async function reads(place: Place) {
	const bodies = new Map<string, string>();
	for (const path of Object.values(READS)) {
		const answer = await fetch(place.program.front + path);
		bodies.set(path, await answer.text());
	}
	const bare = await openBare(
		Object.fromEntries(
			[...bodies].map(([path, body]) => [
				new URL(path, "http://a").pathname,
				body,
			]),
		),
	);
	try {
		console.log(
			"\nreads a second with 32 clients, and as a ratio to a bare Elysia route with the same bytes",
		);
		for (const [name, path] of Object.entries(READS)) {
			const body = bodies.get(path) ?? "";
			for (const [who, headers] of [
				["nobody", []],
				["a learner", [cookie(1)]],
			] as const) {
				const floor: Pace[] = [];
				const ours: Pace[] = [];
				const alone: Pace[] = [];
				const load = { clients: 32, seconds: seconds / 2, status: 200 };
				const request = get(path, [...headers]);
				for (let round = 0; round < ROUNDS; round++) {
					floor.push(
						await pace(bare.origin, { ...load, request: () => request }),
					);
					ours.push(
						await pace(place.program.front, {
							...load,
							request: () => request,
						}),
					);
					alone.push(
						await pace(place.program.front, {
							...load,
							clients: 1,
							seconds: seconds / 4,
							request: () => request,
						}),
					);
				}
				const one = middle(ours);
				const least = middle(floor);
				console.log(
					`${name.padEnd(26)}${who.padEnd(11)}${String(body.length).padStart(7)} B  ${rate(one.perSecond)}/s of ${rate(least.perSecond)}/s  ratio ${(one.perSecond / least.perSecond).toFixed(3)}  alone ${middle(alone).median.toFixed(2)} ms`,
				);
			}
		}
	} finally {
		bare.close();
	}
}

const median = (list: number[]) =>
	list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

const middle = (list: Pace[]): Pace => ({
	perSecond: median(list.map((one) => one.perSecond)),
	median: median(list.map((one) => one.median)),
	p99: median(list.map((one) => one.p99)),
});

const rate = (value: number) =>
	Math.round(value).toLocaleString("en").padStart(7);

needRoom(small ? 2 : 8);
const began = performance.now();
const since = () =>
	`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`;
const load = () => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;

async function measure() {
	const place = await openPlace(size, (step) =>
		console.log(`${since()}  ${step}`),
	);
	console.log(
		`${since()}  ${(place.bytes / 1024 ** 3).toFixed(1)} GB; ${load()}`,
	);
	await attempts(place);
	await reads(place);
	console.log(`\n${since()}  ${load()}`);
}

const stopped = Promise.withResolvers<never>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => stopped.reject("stopped"));
const fault = await Promise.race([measure(), stopped.promise]).then(
	() => null,
	(reason) => reason,
);
await closePlace();
if (fault !== null) console.error(fault);
process.exit(fault === null ? 0 : 1);
