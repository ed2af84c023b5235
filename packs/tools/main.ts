/** `bun packs <command>`: the pack tools. One line a command; each is a file of its own, loaded when it is called. */

/** A command: what it is for, how it is called, and what runs; it answers the exit code. */
export interface Command {
	usage: string;
	summary: string;
	run(args: string[]): Promise<number>;
}

const commands: Record<string, () => Promise<Command>> = {
	validate: async () => (await import("./validate.ts")).validate,
	behave: async () => (await import("./behave/index.ts")).behave,
	"behave-py": async () => (await import("./behave/index.ts")).behavePy,
	mutants: async () => (await import("./mutants/index.ts")).mutants,
	rewrites: async () => (await import("./rewrites/index.ts")).rewrites,
	prove: async () => (await import("./prove/index.ts")).prove,
	fairness: async () => (await import("./fairness/index.ts")).fairness,
	dispute: async () => (await import("./fairness/dispute.ts")).dispute,
	seed: async () => (await import("./seed/index.ts")).seed,
	new: async () => (await import("./author/new.ts")).create,
	try: async () => (await import("./author/try.ts")).tryOut,
	suggest: async () => (await import("./author/suggest.ts")).suggest,
	studio: async () => (await import("./studio/index.ts")).studio,
	convert: async () => (await import("./convert/index.ts")).convert,
	mcp: async () => (await import("./mcp/index.ts")).mcp,
	schema: async () => (await import("./schema.ts")).schema,
};

async function help(): Promise<string> {
	const list = await Promise.all(Object.values(commands).map((load) => load()));
	const width = Math.max(...list.map(({ usage }) => usage.length));
	const lines = list.map(
		({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`,
	);
	return `Usage: npm run packs -- <command>\n\n${lines.join("\n")}\n`;
}

const [name, ...args] = process.argv.slice(2);
if (!name || name === "--help" || name === "help") {
	console.log(await help());
	process.exit(name ? 0 : 2);
}
const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!load) {
	console.error(`There is no command "${name}".\n\n${await help()}`);
	process.exit(2);
}
const command = await load();
if (args.includes("--help")) {
	console.log(`Usage: npm run packs -- ${command.usage}\n\n${command.summary}`);
	process.exit(0);
}
try {
	process.exit(await command.run(args));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
