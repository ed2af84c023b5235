/** From nothing to an answer, in a process of its own: `verify`, or `floor` for the core, one grammar and one parse. Prints milliseconds of the processor. */
import { job, setOf, small } from "./material.ts";

const start = process.cpuUsage();
if (process.argv[2] === "verify") {
	const { verify } = await import("../index.ts");
	await verify(setOf(job, 5), [{ path: "app.js", content: small }]);
} else {
	const { createGrammars } = await import("../parse/grammars.ts");
	const { readerFor } = await import("../parse/bytes/node.ts");
	const { parseFile } = await import("../parse/parse.ts");
	const grammar = await createGrammars(readerFor()).load("javascript");
	parseFile({ path: "app.js", content: small }, grammar);
}
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
