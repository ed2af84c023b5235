/**
 * Reads by one and by two processes (`PROCESSES`) under the same load, as a ratio. It means something only where the load generator, the
 * database and the parent have cores of their own: four or more.
 * Run: npm run bench -- scale [--seconds=N]
 */
import { cpus, loadavg } from "node:os";
import {
	freshDatabase,
	type Program,
	startProgram,
	theCluster,
} from "../test/harness.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import { get, median, type Pace, pace } from "./load-generator.ts";

const seconds = Number(
	Bun.argv.find((word) => word.startsWith("--seconds="))?.slice(10) ?? 4,
);
const ROUNDS = 3;
const CLIENTS = 64;
const READS = ["/api/v1/packs", "/api/v1/packs/express"];

const { env, sql, content } = await freshDatabase(true);
const programs: Program[] = [];
try {
	for (const processes of ["1", "2"])
		programs.push(
			await startProgram(
				{
					...env,
					PROCESSES: processes,
					PACK_RATE_LIMIT_CAPACITY: "1000000",
					PACK_RATE_LIMIT_REFILL_RATE: "1000000",
				},
				{ forgetful: true },
			),
		);
	const [one, two] = programs as [Program, Program];
	await seedInto(one, await launchPack());
	console.log(
		`reads a second with ${CLIENTS} clients, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
	);
	if (cpus().length < 4)
		console.log(
			"The load generator needs a core of its own and the database and the parent part of one: fewer than four cores measure those.",
		);
	for (const path of READS) {
		const [alone, both]: [Pace[], Pace[]] = [[], []];
		const load = { clients: CLIENTS, seconds, status: 200 };
		for (let round = 0; round < ROUNDS; round++) {
			alone.push(await pace(one.front, { ...load, request: () => get(path) }));
			both.push(await pace(two.front, { ...load, request: () => get(path) }));
		}
		const [before, after] = [alone, both].map((paces) =>
			median(paces.map(({ perSecond }) => perSecond)),
		) as [number, number];
		console.log(
			`${path.padEnd(24)} 1: ${Math.round(before)}/s  2: ${Math.round(after)}/s  ratio ${(after / before).toFixed(2)}`,
		);
	}
} finally {
	await Promise.all(programs.map((program) => program.end("SIGTERM")));
	await Promise.all([sql.end(), content.end()]);
	await (await theCluster()).close();
}
process.exit(0);
