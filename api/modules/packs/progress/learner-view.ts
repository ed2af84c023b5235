/**
 * A learner's response made of everyone's: the serialized response is cut once where a learner's has values of its own, and joined with
 * them for each request. The values come from the database each time, so that learners see what they just did, from every process.
 */
import { batchQueries, type Sql } from "../../../db/pool.ts";
import { encoded } from "../../../server/conditional-requests.ts";
import type {
	Challenge,
	ChallengeRow,
	PackDetail,
	PackSummary,
} from "../schema.ts";
import {
	findChallengeProgress,
	findPassedCounts,
	findStatuses,
	type ProgressQuery,
} from "./queries.ts";

/** A value that is the learner's own; `name` tells it from the others of the response. */
type Slot = (name: string) => never;

/** How a learner's response differs from everyone's. */
export interface LearnerView<Body> {
	/** The body with a slot for each value that is the learner's own. */
	withSlots(body: Body, slot: Slot): unknown;
	/** The values of these slots, in their order. */
	valuesOf(learnerId: string, slots: readonly string[]): Promise<unknown[]>;
}

/** A serialized response in pieces, and the slots between them. */
export interface CutResponse {
	/** One more than there are slots. */
	pieces: Uint8Array[];
	/** Of all pieces together. */
	length: number;
	slots: string[];
}

/** Begins the text that stands for a slot; nobody else can write it. */
const MARK = crypto.randomUUID();
const SLOT = new RegExp(`"${MARK}([^"]*)"`);

export function cutResponse<Body>(
	{ withSlots }: LearnerView<Body>,
	text: string,
): CutResponse {
	const marked = withSlots(
		JSON.parse(text),
		(name) => `${MARK}${name}` as never,
	);
	// Split by a pattern with a group: every other part is a slot's name.
	const parts = JSON.stringify(marked).split(SLOT);
	const texts = parts.filter((_, place) => place % 2 === 0);
	const pieces = texts.map((text) => encoded(text));
	return {
		pieces,
		length: pieces.reduce((sum, piece) => sum + piece.length, 0),
		slots: parts.filter((_, place) => place % 2 === 1),
	};
}

/** The response with the values of one learner, as JSON. */
export async function joinResponse<Body>(
	{ valuesOf }: LearnerView<Body>,
	{ pieces, length, slots }: CutResponse,
	learnerId: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const values = await valuesOf(learnerId, slots);
	const texts = values.map((value) => JSON.stringify(value));
	const bytes = Buffer.allocUnsafe(
		texts.reduce((sum, text) => sum + Buffer.byteLength(text), length),
	);
	let at = 0;
	for (const [place, piece] of pieces.entries()) {
		bytes.set(piece, at);
		at += piece.length;
		at += bytes.write(texts[place] ?? "", at);
	}
	return bytes;
}

type Rows<Row> = { data: Row[] };

/** The views of all that learners read. */
export function learnerViews(sql: Sql) {
	const statusesOf = batchQueries((queries: ProgressQuery[]) =>
		findStatuses(sql, queries),
	);
	const statuses = async (learnerId: string, ids: readonly string[]) => {
		if (ids.length === 0) return [];
		const found = await statusesOf({ learnerId, ids });
		return ids.map((id) => found.get(id) ?? "not_started");
	};
	const passedCounts = batchQueries((queries: ProgressQuery[]) =>
		findPassedCounts(sql, queries),
	);
	const challengeProgress = batchQueries(
		(queries: { learnerId: string; challengeId: string }[]) =>
			findChallengeProgress(sql, queries),
	);
	const listOfPacks: LearnerView<Rows<PackSummary>> = {
		withSlots: ({ data, ...rest }, slot) => ({
			data: data.map((pack) => ({ ...pack, passedCount: slot(pack._id) })),
			...rest,
		}),
		async valuesOf(learnerId, ids) {
			if (ids.length === 0) return [];
			const counts = await passedCounts({ learnerId, ids });
			return ids.map((id) => counts.get(id) ?? 0);
		},
	};
	const pack: LearnerView<{ data: PackDetail }> = {
		withSlots: ({ data: { challenges, ...rest } }, slot) => ({
			data: {
				...rest,
				passedCount: slot(""),
				challenges: withStatus(challenges, slot),
			},
		}),
		async valuesOf(learnerId, [, ...ids]) {
			const all = await statuses(learnerId, ids);
			return [all.filter((status) => status === "passed").length, ...all];
		},
	};
	const challenge: LearnerView<{ data: Challenge }> = {
		withSlots: ({ data }, slot) => ({
			data: { ...data, status: slot(data._id), debrief: slot("debrief") },
		}),
		async valuesOf(learnerId, [challengeId = ""]) {
			const { status, debrief } = await challengeProgress({
				learnerId,
				challengeId,
			});
			return [status, debrief];
		},
	};
	const listOfChallenges: LearnerView<Rows<ChallengeRow>> = {
		withSlots: ({ data, ...rest }, slot) => ({
			data: withStatus(data, slot),
			...rest,
		}),
		valuesOf: statuses,
	};
	return { listOfPacks, pack, challenge, listOfChallenges };
}

const withStatus = <Row extends { _id: string }>(rows: Row[], slot: Slot) =>
	rows.map((row) => ({ ...row, status: slot(row._id) }));
