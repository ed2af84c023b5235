/**
 * `seed`: sends the packs to the backend (specification, "Pack tools", 3): one request a pack, or all in one with `--sync`, which
 * also retires what is not among them. Nothing is sent while any pack is invalid.
 */
import { parseArgs } from "node:util";
import { type PackOnDisk, seedBody } from "@treeline/packs/disk";
import { createVerifier } from "@treeline/verify/worker";
import { seedTarget } from "../env.ts";
import type { Command } from "../main.ts";
import { findPacks } from "../packs.ts";
import { validatePack } from "../validation.ts";
import { post } from "./request.ts";

interface Seeded {
	slug: string;
	result: string;
	challenges: Record<string, number>;
}

export const seed: Command = {
	usage: "seed [pack…] [--sync] [--dry-run]",
	summary:
		"send the packs to BACKEND_URL with ADMIN_SECRET; --sync retires all others",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				sync: { type: "boolean", default: false },
				"dry-run": { type: "boolean", default: false },
			},
		});
		const packs = await findPacks(positionals);
		await refuseInvalid(packs);
		const target = await seedTarget();
		const query = values["dry-run"] ? "?dryRun=true" : "";
		if (query) console.log("A dry run: nothing is stored.");
		if (values.sync) {
			const body = { packs: packs.map(seedBody) };
			const answer = await post(target, `sync${query}`, body);
			const { packs: seeded, retired } = answer as {
				packs: Seeded[];
				retired: string[];
			};
			for (const one of seeded) console.log(line(one));
			for (const slug of retired) console.log(`${slug}: retired`);
			return 0;
		}
		for (const [index, pack] of packs.entries()) {
			const answer = await post(target, `seed${query}`, seedBody(pack));
			console.log(`[${index + 1}/${packs.length}] ${line(answer as Seeded)}`);
		}
		return 0;
	},
};

async function refuseInvalid(packs: PackOnDisk[]): Promise<void> {
	const verifier = createVerifier();
	try {
		const reasons: string[] = [];
		for (const pack of packs) {
			const { slug, files } = await validatePack(pack, verifier, false);
			for (const { findings } of files)
				for (const { severity, file, line, detail } of findings)
					if (severity === "error")
						reasons.push(`  ${slug}/${file}:${line ?? 1}: ${detail}`);
		}
		if (reasons.length > 0)
			throw new Error(
				`Nothing was sent, because a pack is invalid:\n${reasons.join("\n")}
Fix it, check it with \`npm run packs -- validate\`, then seed again.`,
			);
	} finally {
		verifier.close();
	}
}

function line({ slug, result, challenges }: Seeded): string {
	const counts = Object.entries(challenges)
		.filter(([, count]) => count > 0)
		.map(([what, count]) => `${count} ${what}`);
	return `${slug}: ${result} (${counts.join(", ")})`;
}
