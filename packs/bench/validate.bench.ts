/**
 * What strict validation costs in one warm process: each pack with its references, scaffolds, accepted and rejected answers, and the checks that
 * take longest, which are those a learner waits for as well. Times are medians, in milliseconds.
 */
import { readCases, readPacks } from "@treeline/packs/disk";
import type { ChallengeFile } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { PACKS } from "../tools/packs.ts";
import { validatePack } from "../tools/validation.ts";

const ROUNDS = 5;
const SLOWEST = 5;

const verifier = createVerifier();
const packs = await readPacks(PACKS);

/** Runs `work` once to warm up and `ROUNDS` times to measure. */
async function median(work: () => Promise<unknown>): Promise<number> {
	await work();
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const start = performance.now();
		await work();
		times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const row = (name: string, ...cells: (string | number)[]) =>
	console.log(
		name.padEnd(46),
		...cells.map((cell) =>
			(typeof cell === "number" ? cell.toFixed(1) : cell).padStart(11),
		),
	);

row("pack", "solutions", "total ms", "ms each");
const learners: { name: string; ms: number }[] = [];
for (const pack of packs) {
	let solutions = 0;
	for (const { path, value } of pack.challenges) {
		const challenge = value as ChallengeFile;
		const { accepted, rejected } = await readCases(pack.folder, path);
		solutions += 2 + accepted.length + rejected.length;
		const ms = await median(() =>
			verifier.check(challenge.assertions, challenge.files),
		);
		learners.push({ name: `${pack.slug}/${path.split("/").at(-1)}`, ms });
	}
	const total = await median(() => validatePack(pack, verifier, true));
	row(pack.slug, String(solutions), total, total / solutions);
}
verifier.close();

console.log();
row("the slowest to verify", "ms");
learners.sort((a, b) => b.ms - a.ms);
for (const { name, ms } of learners.slice(0, SLOWEST)) row(name, ms);
