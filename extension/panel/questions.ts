/**
 * Law: a panel shows what packs wrote, so a question of its page is looked at before it is answered: its shape as the protocol
 * declares it, and every path by the one rule of the pack format, so that none leads out of the challenge's folder.
 */
import { pathFault, shapeFaults } from "@treeline/packs/format";
import { type EditorOffer, questions } from "@treeline/webview/protocol";

/** What is wrong with the argument of a question; null when it fits. */
export function questionFault(
	name: keyof EditorOffer & string,
	takes: unknown,
): string | null {
	const [fault] = shapeFaults(questions[name], takes);
	if (fault) return `${fault.pointer}: ${fault.detail}`;
	return pathsIn(takes).map(pathFault).find(Boolean) ?? null;
}

/** The paths that a question of the right shape names, in whichever of its fields. */
function pathsIn(takes: unknown): string[] {
	type Named = EditorOffer["reveal"]["takes"] & EditorOffer["judged"]["takes"];
	const { location, files = [] } = (takes ?? {}) as Partial<Named>;
	return [
		...(location ? [location.file] : []),
		...files.map(({ path }) => path),
	];
}
