import { t } from "../l10n/l10n.ts";

/** Fetches a file. Rejects with its address, what came instead, and `nextStep`. */
export async function fetchBytes(
	url: string,
	nextStep: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const response = await fetch(url).catch((error) => {
		throw new Error(
			t("{0} could not be loaded ({1}). {2}", url, error.message, nextStep),
			{ cause: error },
		);
	});
	if (response.ok) return new Uint8Array(await response.arrayBuffer());
	throw new Error(
		t(
			"{0} could not be loaded (status {1}). {2}",
			url,
			response.status,
			nextStep,
		),
	);
}
