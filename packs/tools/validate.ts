/** `validate`: validates every pack and prints the specification's lines ("Pack tools", 1). Exit 1 when any pack has an error. */
import { watch } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Finding } from "@treeline/packs/disk";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import type { Command } from "./main.ts";
import { findRoot, PACKS } from "./packs.ts";
import {
	type FileValidation,
	type PackValidation,
	validatePacks,
} from "./validation.ts";

interface Options {
	strict: boolean;
	json: boolean;
}

export const validate: Command = {
	usage: "validate [pack] [--strict] [--json] [--watch]",
	summary:
		"validate structure and references; --strict adds starters and cases, and treats warnings as errors",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				strict: { type: "boolean", default: false },
				json: { type: "boolean", default: false },
				watch: { type: "boolean", default: false },
			},
		});
		const root = await findRoot(positionals[0] ?? PACKS);
		const verifier = createVerifier();
		try {
			if (values.watch) await keepValidating(root, verifier, values);
			return await validateOnce(root, verifier, values);
		} finally {
			verifier.close();
		}
	},
};

async function validateOnce(
	root: string,
	verifier: Verifier,
	{ strict, json }: Options,
): Promise<number> {
	const validations = await validatePacks(root, verifier, strict);
	if (validations.length === 0)
		throw new Error(
			`There is no pack.json in ${root} or in a folder of it. Name the folder that holds your packs.`,
		);
	console.log(
		json
			? JSON.stringify(validations, null, "\t")
			: formatValidations(validations),
	);
	if (!json) for (const line of warnings(validations)) console.error(line);
	return validations.some((pack) => pack.errors > 0) ? 1 : 0;
}

/** One save is many events. Milliseconds. */
const SETTLED = 100;

/** Validates now and after every change below `root`, until the process is ended. */
async function keepValidating(
	root: string,
	verifier: Verifier,
	options: Options,
): Promise<never> {
	const changes = watch(root, { recursive: true });
	for (;;) {
		await validateOnce(root, verifier, options).catch((error) =>
			console.error(error.message),
		);
		console.error(`\nWatching ${resolve(root)}; Ctrl+C ends it.\n`);
		await new Promise((changed) => changes.once("change", changed));
		await Bun.sleep(SETTLED);
	}
}

/** The specification's lines: PASS or FAIL in its very words, what is wrong, and the sums. */
export function formatValidations(validations: PackValidation[]): string {
	const lines = validations.flatMap((pack) => [
		pack.errors === 0
			? `PASS ${pack.slug} (${pack.challenges} challenges)`
			: `FAIL ${pack.slug} (${pack.errors} error(s))`,
		...pack.files.flatMap(fileLines),
	]);
	const total = (count: (pack: PackValidation) => number) =>
		validations.reduce((sum, pack) => sum + count(pack), 0);
	lines.push(
		[
			counted(
				total((pack) => pack.challenges),
				"challenge",
			),
			counted(validations.length, "pack"),
			counted(
				total((pack) => pack.errors),
				"error",
			),
		].join(", "),
	);
	return lines.join("\n");
}

/** `1 pack`, `2 packs`. */
export const counted = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? "" : "s"}`;

function fileLines({ path, score, findings }: FileValidation): string[] {
	const errors = findings.filter(({ severity }) => severity === "error");
	if (errors.length === 0) return [];
	return [
		score ? `  ${path}: ${score.passed}/${score.total} passed` : `  ${path}`,
		...errors.flatMap((one) => [
			`    - ${one.detail}${where(one, path)}`,
			...(one.note ? [one.note.replace(/^/gm, "      ")] : []),
		]),
	];
}

/** Warnings do not stand among the specification's lines. */
function warnings(validations: PackValidation[]): string[] {
	return validations.flatMap((pack) =>
		pack.files.flatMap(({ findings }) =>
			findings
				.filter(({ severity }) => severity === "warning")
				.map(
					({ file, line, column, detail }) =>
						`warning: ${pack.slug}/${file}:${line ?? 1}:${column ?? 1}: ${detail}`,
				),
		),
	);
}

function where({ file, line, column }: Finding, path: string): string {
	if (line === null) return "";
	return file === path
		? ` (line ${line}, column ${column})`
		: ` (${file}:${line}:${column})`;
}
