/** Changes a pack's list of challenges: adds one, or puts all into another order. */
import { readJson, readPacks } from "@treeline/packs/disk";
import { SLUG, type StudioChange } from "@treeline/packs/format";
import { appendChallenge } from "../author/add-challenge.ts";
import { StudioFault, writtenJson } from "./store.ts";
import { replaceFiles } from "./write-files.ts";

/**
 * Makes a change; files that are made name the JSON Schemas of the folder `schemas`, if any. Throws a {@link StudioFault} when the pack
 * cannot be changed so.
 */
export async function changePack(
	folder: string,
	change: StudioChange,
	schemas: string | null,
): Promise<void> {
	if ("slug" in change) {
		if (!new RegExp(SLUG).test(change.slug))
			throw new StudioFault(
				422,
				`"${change.slug}" cannot be part of an address; use small letters, digits and single hyphens, such as "total-the-cart".`,
			);
		const [pack] = await readPacks(folder);
		if (!pack) throw new StudioFault(404, "There is no pack.json any more.");
		const wanted = { json: false, names: {}, schemas };
		await appendChallenge(pack, change.slug, wanted).catch((error: Error) => {
			throw new StudioFault(422, error.message);
		});
		return;
	}
	const { text = "{}" } = await readJson(folder, "pack.json");
	const manifest = JSON.parse(text) as { challenges?: string[] };
	const sorted = (paths: string[]) => JSON.stringify([...paths].sort());
	if (sorted(manifest.challenges ?? []) !== sorted(change.order))
		throw new StudioFault(
			409,
			"The list of challenges has changed on disk meanwhile.",
		);
	const content = writtenJson({ ...manifest, challenges: change.order }, text);
	await replaceFiles(
		folder,
		[{ path: "pack.json", content: text }],
		[{ path: "pack.json", content }],
	);
}
