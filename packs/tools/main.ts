/** `bun packs <command>`: the pack tools. One line a command; each is a file of its own. */
import { create } from "./author/new.ts";
import { suggest } from "./author/suggest.ts";
import { tryOut } from "./author/try.ts";
import { behave, behavePy } from "./behave/index.ts";
import { convert } from "./convert/index.ts";
import { dispute } from "./fairness/dispute.ts";
import { fairness } from "./fairness/index.ts";
import { mcp } from "./mcp/index.ts";
import { mutants } from "./mutants/index.ts";
import { prove } from "./prove/index.ts";
import { rewrites } from "./rewrites/index.ts";
import { schema } from "./schema.ts";
import { seed } from "./seed/index.ts";
import { studio } from "./studio/index.ts";
import { validate } from "./validate.ts";

/** A command: what it is for, how it is called, and what runs; it answers the exit code. */
export interface Command {
	usage: string;
	summary: string;
	run(args: string[]): Promise<number>;
}

const commands: Record<string, Command> = {
	validate,
	behave,
	"behave-py": behavePy,
	mutants,
	rewrites,
	prove,
	fairness,
	dispute,
	seed,
	new: create,
	try: tryOut,
	suggest,
	studio,
	convert,
	mcp,
	schema,
};

function help(): string {
	const list = Object.values(commands);
	const width = Math.max(...list.map(({ usage }) => usage.length));
	const lines = list.map(
		({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`,
	);
	return `Usage: npm run packs -- <command>\n\n${lines.join("\n")}\n`;
}

const [name, ...args] = process.argv.slice(2);
if (!name || name === "--help" || name === "help") {
	console.log(help());
	process.exit(name ? 0 : 2);
}
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
	console.error(`There is no command "${name}".\n\n${help()}`);
	process.exit(2);
}
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
