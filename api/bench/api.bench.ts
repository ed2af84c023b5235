/**
 * What the API costs beside the least that could do the same, in one run: attempts beside pgbench's bare insert, reads beside a bare
 * Elysia with the same bytes, and what a read takes in a large database. The filled database is kept in `.build` for the next run.
 * Run: npm run bench -- api [--small | --large] [--seconds=N]
 */
import { cpus, loadavg } from "node:os";
import { idOf, type Size, tokenOf } from "./fill-large-database.ts";
import {
	get,
	median,
	middle,
	type Pace,
	pace,
	post,
} from "./load-generator.ts";
import { bareInserts } from "./run-pgbench.ts";
import { openBare } from "./start-baseline-elysia-server.ts";
import {
	closePlace,
	needRoom,
	openPlace,
	type Place,
} from "./start-database-and-service.ts";

const SIZES: Record<string, Size & { gigabytes: number }> = {
	"--large": {
		packs: 2000,
		challenges: 200_000,
		learners: 100_000,
		attempts: 5_000_000,
		gigabytes: 12,
	},
	"": {
		packs: 2000,
		challenges: 200_000,
		learners: 20_000,
		attempts: 500_000,
		gigabytes: 6,
	},
	"--small": {
		packs: 200,
		challenges: 10_000,
		learners: 20_000,
		attempts: 100_000,
		gigabytes: 2,
	},
};
const named = Object.keys(SIZES).find((name) => Bun.argv.includes(name)) ?? "";
const { gigabytes, ...size } = SIZES[named] as (typeof SIZES)[string];
const seconds = Number(
	Bun.argv.find((word) => word.startsWith("--seconds="))?.slice(10) ?? 2,
);
const ROUNDS = 3;

const cookie = (learner: number) => `cookie: JSESSIONID=${tokenOf(learner)}`;
const CHALLENGE = idOf("challenge", 8);

/** Of each read one that is asked for again and again, and another one each time, which is in no cache. */
const READS: Record<string, { same: string; other: (n: number) => string }> = {
	"list of 50 packs": {
		same: "/api/v1/packs",
		other: (n) => `/api/v1/packs?offset=${n % (size.packs - 50)}`,
	},
	"pack with its challenges": {
		same: "/api/v1/packs/pack-8",
		other: (n) => `/api/v1/packs/pack-${1 + (n % size.packs)}`,
	},
	challenge: {
		same: `/api/v1/challenges/${CHALLENGE}`,
		other: (n) =>
			`/api/v1/challenges/${idOf("challenge", 1 + (n % size.challenges))}`,
	},
	"search, a common word": {
		same: "/api/v1/search?q=a",
		other: (n) => `/api/v1/search?q=a&offset=${n % 900}`,
	},
	"search, a rare word": {
		same: "/api/v1/search?q=form+1234",
		other: (n) => `/api/v1/search?q=form+${n}`,
	},
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
	const { front } = place.program;
	/** By the path of the bare route. */
	const bodies: Record<string, string | null> = { "/known": null };
	const tags: string[] = [];
	for (const [index, { same }] of Object.values(READS).entries()) {
		const answer = await fetch(front + same);
		tags.push(answer.headers.get("etag") ?? "");
		bodies[`/${index}`] = await answer.text();
	}
	const bare = await openBare(bodies);
	console.log(
		"\nreads a second with 32 clients, and as a ratio to a bare Elysia route with the same bytes; CPU of the two programs, without the\ndatabase's; and how long one takes alone",
	);
	for (const [index, [name, { same, other }]] of Object.entries(
		READS,
	).entries()) {
		const { length } = bodies[`/${index}`] ?? "";
		console.log(`${name}, ${length.toLocaleString("en")} characters`);
		const again = get(same);
		const known = get(same, [`if-none-match: ${tags[index]}`]);
		const own = get(same, [cookie(1)]);
		let nth = 0;
		for (const [how, status, request] of [
			["known to the client (304)", 304, () => known],
			["kept", 200, () => again],
			["made", 200, () => get(other(nth++))],
			["made for a learner", 200, () => own],
		] as const) {
			const floor: Pace[] = [];
			const ours: Pace[] = [];
			const alone: Pace[] = [];
			const load = { clients: 32, seconds: seconds / 2, status, request };
			const least = get(status === 304 ? "/known" : `/${index}`);
			const bareLoad = { ...load, request: () => least };
			for (let round = 0; round < ROUNDS; round++) {
				floor.push(await pace(bare.origin, bareLoad, bare.pid));
				ours.push(await pace(front, load, place.program.pid));
				alone.push(
					await pace(front, { ...load, clients: 1, seconds: seconds / 8 }),
				);
			}
			const [one, bottom] = [middle(ours), middle(floor)];
			console.log(
				`  ${how.padEnd(26)}${rate(one.perSecond)}/s of ${rate(bottom.perSecond)}/s  ratio ${(one.perSecond / bottom.perSecond).toFixed(3)}  CPU ${one.cpu.toFixed(0)} µs of ${bottom.cpu.toFixed(0)} µs  alone ${middle(alone).median.toFixed(2)} ms`,
			);
		}
	}
	bare.close();
}

const rate = (value: number) =>
	Math.round(value).toLocaleString("en").padStart(7);

needRoom(gigabytes);
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
