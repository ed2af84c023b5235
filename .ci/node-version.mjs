// Imported before all else, and written so that any Node that knows modules can still say what it lacks.
const OLDEST = 20;
if (Number(process.versions.node.split(".")[0]) < OLDEST) {
	console.error(
		`Treeline needs Node ${OLDEST} or newer; this is ${process.versions.node}. Install a newer Node, then run the command again.`,
	);
	process.exit(1);
}
