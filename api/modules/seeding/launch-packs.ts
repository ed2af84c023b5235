/** The packs beside the program are seeded at each start on the embedded database, by the same service that an administrator calls. */
import { readPacks, seedBody } from "@treeline/packs/disk";
import type { Verifier } from "@treeline/verify/worker";
import { StartupError } from "../../config/startup-error.ts";
import type { Sql } from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import { seedPack } from "./service.ts";

/**
 * Seeds every pack below `folder` and answers a line for each. An unreadable or refused pack ends the start with its faults; what was
 * stored before stays as it was. One whose slug an author's public pack has is left out, and its line says so: no author can keep the
 * program from starting.
 */
export async function seedLaunchPacks(
	folder: string,
	sql: Sql,
	verifier: Verifier,
): Promise<string[]> {
	const lines: string[] = [];
	const packs = await readPacks(folder).catch((error) => {
		throw new StartupError(
			`The packs in ${folder} cannot be read (${error.code ?? error}). Set PACKS_DIR to the folder that holds them.`,
		);
	});
	for (const pack of packs) {
		const broken = [
			...pack.manifestFaults.map((fault) => fault.detail),
			...pack.challenges.flatMap((file) => file.fault ?? []),
		];
		if (broken.length > 0) throw refused(pack.folder, broken);
		const data = await seedPack(sql, verifier, seedBody(pack), false).catch(
			(error) => {
				if (error instanceof ApiError) return error;
				throw error;
			},
		);
		if (data instanceof ApiError) {
			const { code, detail, faults } = data;
			if (code !== "slug_conflict")
				throw refused(
					pack.folder,
					faults.length > 0
						? faults.map((fault) => `${fault.pointer}: ${fault.detail}`)
						: [detail],
				);
			lines.push(`${pack.slug} (not seeded: ${detail})`);
			continue;
		}
		const { created, updated, unchanged } = data.challenges;
		const count = created + updated + unchanged;
		const renamed = data.renamed
			? `; an author's private pack of this slug is "${data.renamed}" now`
			: "";
		lines.push(`${data.slug} (${data.result}, ${count} challenges${renamed})`);
	}
	return lines;
}

function refused(folder: string, reasons: string[]): StartupError {
	return new StartupError(
		`The pack in ${folder} cannot be seeded; nothing of it was stored.\n${reasons
			.map((reason) => `  - ${reason}`)
			.join(
				"\n",
			)}\nFix it, check it with \`npm run packs -- validate\`, then start again.`,
	);
}
