/**
 * Validates the requests of a panel's page, which shows what packs wrote: the shape as the protocol declares it, and every path by the
 * rule of the pack format, so that none leads out of the challenge's folder.
 */
import { pathFault, shapeFaults } from "@treeline/packs/format";
import { type EditorOffer, questions } from "@treeline/webview/protocol";

/** What is wrong with the argument of a request; null when it is valid. */
export function requestFault(
	name: keyof EditorOffer & string,
	takes: unknown,
): string | null {
	const [fault] = shapeFaults(questions[name], takes);
	if (fault) return `${fault.pointer}: ${fault.detail}`;
	return pathsIn(takes).map(pathFault).find(Boolean) ?? null;
}

/** The paths in a request of the right shape, in whichever of its fields. */
function pathsIn(takes: unknown): string[] {
	type Named = EditorOffer["reveal"]["takes"] & EditorOffer["judged"]["takes"];
	const { location, files = [] } = (takes ?? {}) as Partial<Named>;
	return [
		...(location ? [location.file] : []),
		...files.map(({ path }) => path),
	];
}
