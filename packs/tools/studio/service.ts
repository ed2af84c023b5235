/** What the studio's page may ask of a local pack, for whatever carries its calls: the tools' server, or an editor. */
import { readPacks } from "@treeline/packs/disk";
import type {
	StudioChange,
	StudioDocument,
	StudioSave,
	StudioSelection,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { validatePack } from "../validation.ts";
import { changePack } from "./change-pack.ts";
import { patternOf, proposeChecks } from "./propose.ts";
import {
	readStudioChallenge,
	readStudioPack,
	StudioFault,
	saveStudioChallenge,
} from "./store.ts";

export { setGrammarReader } from "../mutants/tree.ts";
export { StudioFault } from "./store.ts";

export interface StudioServiceOptions {
	/** The pack's folder, absolute. */
	folder: string;
	verifier: Verifier;
	/** The folder of the JSON Schemas that new files name; null where the editor knows them by itself. */
	schemas: string | null;
}

export type StudioService = ReturnType<typeof createStudioService>;

/** Each call rejects with a {@link StudioFault} where the page can say what to do. */
export function createStudioService({
	folder,
	verifier,
	schemas,
}: StudioServiceOptions) {
	return {
		pack: () => readStudioPack(folder),
		challenge: (path: string) => readStudioChallenge(folder, path),
		/** Writes a document, and answers the challenge as it is stored then. */
		async save(path: string, { document, revision }: StudioSave) {
			await saveStudioChallenge(folder, path, document, revision);
			return readStudioChallenge(folder, path);
		},
		pattern: async ({ document, ...lines }: StudioSelection) => ({
			pattern: await patternOf(document, lines).catch((error: Error) => {
				throw new StudioFault(422, error.message);
			}),
		}),
		proposals: (document: StudioDocument) => proposeChecks(document, verifier),
		async change(change: StudioChange) {
			await changePack(folder, change, schemas);
			return readStudioPack(folder);
		},
		/** Validates the whole pack as it is stored, as `validate --strict` does. */
		async validate() {
			const [found] = await readPacks(folder);
			if (!found) throw new StudioFault(404, "There is no pack.json any more.");
			return validatePack(found, verifier, true);
		},
	};
}
