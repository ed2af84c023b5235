/** Counts how learners met an author's challenge, by check and without names; a few learners are not counted. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { ChallengeStatistics } from "./api-schemas.ts";
import { missing, requireOwner } from "./ownership-and-slug-errors.ts";
import { countsOfChecks, readAuthored } from "./queries.ts";

/** Of fewer learners, each could be recognised. */
const MIN_LEARNERS = 10;

/** Throws when the challenge is not the user's. */
export const statisticsOf = (
	sql: Sql,
	userId: string,
	id: string,
): Promise<ChallengeStatistics> =>
	readAuthored(sql, async (reads, tx) => {
		const what = `challenge "${id}"`;
		const found = await reads.findPack({ challengeId: id });
		const pack = requireOwner(found, userId, what);
		const challenge = await reads.findChallenge(pack._id, id);
		if (!challenge) throw missing(what);
		const { version } = challenge;
		const { learners, checks } = await countsOfChecks(tx, {
			challengeId: id,
			version,
			authorId: userId,
		});
		const isCounted = learners >= MIN_LEARNERS;
		return {
			version,
			minLearners: MIN_LEARNERS,
			learners: isCounted ? learners : null,
			checks: isCounted ? checks : null,
		};
	});
