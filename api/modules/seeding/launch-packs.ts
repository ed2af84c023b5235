/** The packs beside the program are seeded at each start on the embedded database, over the same route that an admin uses. */
import { readPacks, seedBody } from "@treeline/packs/disk";
import { StartupError } from "../../config/startup-error.ts";
import type { Application } from "../../server/listen.ts";
import type { SeedResult } from "./schema.ts";

/**
 * Seeds every pack below `folder` and answers a line for each. An unreadable or refused pack ends the start with its faults; what was
 * stored before stays as it was. One whose slug an author's public pack has is left out, and its line says so: no author can keep the
 * program from starting.
 */
export async function seedLaunchPacks(
	folder: string,
	backend: Application,
	[adminSecret = ""]: readonly string[],
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
		const answer = await backend.fetch(
			new Request("http://backend.internal/api/admin/packs/seed", {
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": adminSecret,
				},
				body: JSON.stringify(seedBody(pack)),
			}),
		);
		const { data, code, detail, errors } = (await answer.json()) as Answer;
		if (code === "slug_conflict") {
			lines.push(`${pack.slug} (not seeded: ${detail})`);
			continue;
		}
		if (!data)
			throw refused(
				pack.folder,
				errors?.map((fault) => `${fault.pointer}: ${fault.detail}`) ?? [
					String(detail),
				],
			);
		const { created, updated, unchanged } = data.challenges;
		const count = created + updated + unchanged;
		const renamed = data.renamed
			? `; an author's private pack of this slug is "${data.renamed}" now`
			: "";
		lines.push(`${data.slug} (${data.result}, ${count} challenges${renamed})`);
	}
	return lines;
}

interface Answer {
	data?: SeedResult;
	code?: string;
	detail?: string;
	errors?: { pointer: string; detail: string }[];
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
