/** What the two commands share: their arguments, the environment, and how they end. */
import { parseArgs } from "node:util";
import { StartupError } from "../config/startup-error.ts";
import { type Config, readConfig } from "../config.ts";

interface CommandInput {
	config: Config;
	file: string;
	flags: Record<string, boolean>;
	/** A line of progress, on standard error. */
	log: (line: string) => void;
}

/** Runs a command with one file and `flags`; exits with 1 after what the operator can correct, and with 2 after wrong arguments. */
export async function runCommand(
	usage: string,
	flags: readonly string[],
	run: (input: CommandInput) => Promise<void>,
): Promise<void> {
	try {
		const input = readArguments(flags);
		if (!input) {
			console.error(`Usage: ${usage}`);
			process.exit(2);
		}
		const log = (line: string) => console.error(line);
		await run({ ...input, config: readConfig(), log });
		process.exit(0);
	} catch (error) {
		if (!isOperators(error)) throw error;
		console.error(`\n${(error as Error).message}`);
		process.exit(1);
	}
}

function readArguments(names: readonly string[]) {
	try {
		const { values, positionals } = parseArgs({
			options: Object.fromEntries(
				names.map((name) => [name, { type: "boolean", default: false }]),
			),
			allowPositionals: true,
		});
		const [file, ...more] = positionals;
		if (!file || more.length > 0) return null;
		return { file, flags: values as Record<string, boolean> };
	} catch {
		return null;
	}
}

/** A StartupError, or the system's on a file, whose message names the file. */
const isOperators = (error: unknown) =>
	error instanceof StartupError ||
	/^E[A-Z]+$/.test((error as { code?: string }).code ?? "");

/** As `1.5 MB`, by powers of 1,000. */
export function formatBytes(bytes: number): string {
	const units = ["bytes", "kB", "MB", "GB", "TB"];
	const power = Math.min(
		Math.floor(Math.log10(Math.max(bytes, 1)) / 3),
		units.length - 1,
	);
	const value = bytes / 1000 ** power;
	return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}
