/** Which challenges the Packs view shows: those of chosen states and difficulties. */
import type { PublicChallenge } from "@treeline/packs/format";
import type { Progress } from "@treeline/webview/protocol";

export interface ChallengeFilter {
	/** Any of these; all when empty. */
	status: readonly Progress["status"][];
	/** Any of these; all when empty. */
	difficulty: readonly PublicChallenge["difficulty"][];
}

export const NO_FILTER: ChallengeFilter = { status: [], difficulty: [] };

export const isFiltering = ({ status, difficulty }: ChallengeFilter): boolean =>
	status.length > 0 || difficulty.length > 0;

export function fitsFilter(
	{ status, difficulty }: ChallengeFilter,
	challenge: Pick<PublicChallenge, "difficulty">,
	progress: Pick<Progress, "status">,
): boolean {
	return (
		(status.length === 0 || status.includes(progress.status)) &&
		(difficulty.length === 0 || difficulty.includes(challenge.difficulty))
	);
}
