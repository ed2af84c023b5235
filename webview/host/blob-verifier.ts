/** The engine of a panel: a blob worker cannot load files, so the page fetches the grammars for it. */
import { localizeVerifier } from "@treeline/verify/localize";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { engineBundle } from "../l10n/engine-bundle.ts";
import { t } from "../l10n/l10n.ts";
import { fetchBytes } from "./fetch-bytes.ts";
import { trustedScriptUrl } from "./trusted-types.ts";

/** Addresses that the panel may load: the worker's script, and the grammars' folder with a slash at its end. */
export interface EngineAddresses {
	worker: string;
	grammars: string;
}

/** Rejects when the worker's script cannot be fetched. */
export async function blobVerifier({
	worker,
	grammars,
}: EngineAddresses): Promise<Verifier> {
	const script = await fetchBytes(worker, reinstall());
	const address = URL.createObjectURL(
		new Blob([script], { type: "text/javascript" }),
	);
	return localizeVerifier(
		createVerifier({
			spawn: () => new Worker(trustedScriptUrl(address)),
			bytes: (fileName) => fetchBytes(grammars + fileName, reinstall()),
			recordsMessages: true,
		}),
		engineBundle,
	);
}

const reinstall = () => t("Reinstall the extension, then reload the window.");
