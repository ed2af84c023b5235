/** Runs the cases of the kinds named, in the engine this file stands beside; ends with 1 at the first that differs. */
import {
	type Case,
	type GeneralCase,
	knownFacts,
	type NameCase,
	run,
	runFacts,
	runGeneral,
	runName,
} from "../test/cases.ts";

const folder = `${import.meta.dir}/../cases`;
const read = (name: string) => Bun.file(`${folder}/${name}.json`).json();

for (const kind of Bun.argv.slice(2))
	if (kind === "syntaxIndex")
		expectSame(knownFacts, await runFacts(), "syntaxIndex");
	else if (kind === "names") attemptNames(await read(kind));
	else if (kind === "general") await attemptGeneral(await read(kind));
	else await attempt(kind, await read(kind));

async function attempt(kind: string, cases: Case[]) {
	for (const one of cases) {
		const { proves, rules, path, code, assertion, ...golden } = one;
		expectSame(golden, await run(kind, one), `${kind}: ${proves}`);
	}
}

async function attemptGeneral(cases: GeneralCase[]) {
	for (const one of cases) {
		const { passed, results } = one;
		expectSame({ passed, results }, await runGeneral(one), one.proves);
	}
}

function attemptNames(cases: NameCase[]) {
	for (const one of cases)
		expectSame({ is: one.closest }, { is: runName(one) }, one.proves);
}

function expectSame(golden: object, actual: object, what: string) {
	if (Bun.deepEquals(golden, actual)) return;
	console.log(what);
	process.exit(1);
}
