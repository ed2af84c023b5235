/** The studio's store of a pack of the service: its author's routes keep it, and this page does everything else. */
import type { Calls } from "@treeline/api/client-types";
import type { StudioChange } from "@treeline/packs/format";
import {
	newChallenge,
	patternOf,
	proposeChecks,
	setGrammarReader,
	validateDocuments,
} from "@treeline/packs/studio-in-page";
import type { Verifier } from "@treeline/verify/worker";
import { fetchBytes } from "../../../host/fetch-bytes.ts";
import type {
	AuthorCaller,
	StudioChallenge,
	StudioDocument,
	StudioPack,
	StudioStore,
} from "../../../host/studio.ts";
import { t } from "../../../l10n/l10n.ts";
import { checksIn } from "../checks.ts";
import { archiveOf } from "./archive.ts";
import {
	type AuthorChallenge,
	type AuthorPack,
	addressOfPack,
} from "./author-pack.ts";
import { mergePatchBetween } from "./merge-patch-between.ts";
import { asStudioError, changedElsewhere, refusal } from "./studio-errors.ts";

type ChallengePatch = Calls["PATCH /author/challenges/:id"]["body"];

/** How often the service is asked for changes of a challenge that is open, in milliseconds; a save finds them, too. */
const LOOK_MS = 60_000;
/** Longest list that the service gives. */
const MAX_DISPUTES = 100;

/** `call` rejects with an ApiError; what the store offers, with a {@link StudioError}. */
export function createServerStore(
	call: AuthorCaller,
	slug: string,
	verifier: Verifier,
): StudioStore {
	/** What was read or written, by its ETag: a save sends what differs from it. */
	const known = new Map<string, StudioDocument>();
	let pack: { value: AuthorPack; etag: string } | null = null;
	const params = { slug };
	const { grammars = "/tree-sitter/" } = document.documentElement.dataset;
	setGrammarReader((name) =>
		fetchBytes(grammars + name, t("Check your connection, then try again.")),
	);

	const readPack = async () => {
		let etag = "";
		const { data } = await call("GET /author/packs/:slug", {
			params,
			onHeaders: (headers) => {
				etag = headers.get("etag") ?? "";
			},
		});
		pack = { value: data, etag };
		return pack;
	};
	const lastRead = async () => pack ?? readPack();
	const readStudioPack = async () => studioPackOf((await readPack()).value);
	/** The challenge that a call answers, as it is edited. */
	const challengeOf = async (
		answer: (
			onHeaders: (headers: Headers) => void,
		) => Promise<{ data: AuthorChallenge }>,
	): Promise<StudioChallenge> => {
		let revision = "";
		const { data } = await answer((headers) => {
			revision = headers.get("etag") ?? "";
		});
		const document = documentOf(data);
		known.set(revision, document);
		return {
			path: data._id,
			slug: data.slug,
			revision,
			document,
			definitions: {},
			faults: [],
		};
	};
	const readChallenge = (id: string) =>
		challengeOf((onHeaders) =>
			call("GET /author/challenges/:id", { params: { id }, onHeaders }),
		);

	return {
		address: addressOfPack(slug),
		lookMs: LOOK_MS,
		pack: () => asStudioError(readStudioPack),
		challenge: (id) => asStudioError(() => readChallenge(id)),
		save: (id, document, revision) =>
			asStudioError(async () => {
				const before = known.get(revision);
				if (!before) throw changedElsewhere();
				const patch = mergePatchBetween(
					contentOf(before),
					contentOf(document),
				) as ChallengePatch;
				return challengeOf((onHeaders) =>
					call("PATCH /author/challenges/:id", {
						params: { id },
						body: patch,
						headers: { "if-match": revision },
						onHeaders,
					}),
				);
			}),
		pattern: ({ document, ...lines }) =>
			asStudioError(async () => ({
				pattern: await patternOf(document, lines).catch(refusal),
			})),
		proposals: (document) =>
			asStudioError(() => proposeChecks(document, verifier)),
		change: (change) =>
			asStudioError(async () => {
				await changePack(change);
				return readStudioPack();
			}),
		validate: () =>
			asStudioError(async () => {
				const { challenges, ...manifest } = (await readPack()).value;
				return validateDocuments(
					manifest,
					challenges.map((one) => ({
						path: one._id,
						slug: one.slug,
						document: documentOf(one),
					})),
					verifier,
				);
			}),
		learners: {
			statistics: (id) =>
				asStudioError(async () => {
					const path = { params: { id } };
					return (await call("GET /author/challenges/:id/statistics", path))
						.data;
				}),
			answers: (id) =>
				asStudioError(async () => {
					const { data } = await call("GET /author/packs/:slug/disputes", {
						params,
						query: { limit: MAX_DISPUTES },
					});
					return data
						.filter(({ challengeId }) => challengeId === id)
						.map(({ _id, files, failed, note, createdAt }) => ({
							...{ id: _id, files, note: note ?? "", at: createdAt },
							failed: failed.flatMap(({ check }) => check ?? []),
						}));
				}),
		},
		publishing: {
			show: (visibility) =>
				asStudioError(async () => {
					await call("PATCH /author/packs/:slug", {
						params,
						// The same as now ends a request for more.
						body:
							visibility === (await lastRead()).value.visibility
								? ({ requestedVisibility: null } as object)
								: { visibility },
						headers: { "if-match": (await lastRead()).etag },
					});
					return readStudioPack();
				}),
			exported: () =>
				asStudioError(async () => {
					const { value } = await readPack();
					try {
						return archiveOf(value);
					} catch (error) {
						return refusal(error as Error);
					}
				}),
			remove: () =>
				asStudioError(async () => {
					await call("DELETE /author/packs/:slug", { params });
				}),
		},
	};

	async function changePack(change: StudioChange): Promise<void> {
		if ("details" in change) {
			const { value, etag } = await readPack();
			const now = detailsOf(value);
			if (Object.keys(mergePatchBetween(now, change.before)).length > 0)
				throw changedElsewhere();
			await call("PATCH /author/packs/:slug", {
				params,
				body: mergePatchBetween(now, change.details),
				headers: { "if-match": etag },
			});
		} else if ("order" in change) {
			const { etag } = await lastRead();
			await call("PUT /author/packs/:slug/challenges/order", {
				params,
				body: { ids: change.order },
				headers: { "if-match": etag },
			});
		} else if ("remove" in change)
			await call("DELETE /author/challenges/:id", {
				params: { id: change.remove },
			});
		else if ("rename" in change)
			await call("PATCH /author/challenges/:id", {
				params: { id: change.rename },
				body: { slug: change.slug },
			});
		else {
			const { language, challenges } = (await lastRead()).value;
			const last = challenges.at(-1)?.difficulty;
			const made = newChallenge(language, change.slug, last);
			await call("POST /author/packs/:slug/challenges", {
				params,
				body: { ...made.challenge, slug: change.slug, cases: made.cases },
			});
		}
	}
}

const detailsOf = ({ name, description, author, tags }: AuthorPack) => ({
	...{ name, description, author, tags },
});

function studioPackOf(pack: AuthorPack): StudioPack {
	return {
		folder: `service:${pack._id}`,
		slug: pack.slug,
		...detailsOf(pack),
		challenges: pack.challenges.map((one) => {
			const document = documentOf(one);
			return {
				path: one._id,
				slug: one.slug,
				title: one.title,
				difficulty: one.difficulty,
				checks: checksIn(document).length,
				accepted: document.cases.accepted.length,
				rejected: document.cases.rejected.length,
				fault: null,
			};
		}),
		faults: [],
		publication: {
			visibility: pack.visibility,
			takenDownReason: pack.takenDownReason,
			needsApproval: pack.needsApproval,
			needsRole: pack.needsRole,
			request: pack.requestedVisibility && {
				visibility: pack.requestedVisibility,
				refusedReason: pack.refusedReason,
			},
		},
	};
}

function documentOf({
	_id,
	order,
	version,
	slug,
	cases,
	...challenge
}: AuthorChallenge): StudioDocument {
	return { challenge, cases: cases ?? { accepted: [], rejected: [] } };
}

/** The document as the service keeps it; without cases, none are kept. */
function contentOf({
	challenge,
	cases: { accepted, rejected },
}: StudioDocument): Record<string, unknown> {
	const isEmpty = accepted.length + rejected.length === 0;
	return {
		...challenge,
		cases: isEmpty ? undefined : { accepted, rejected },
	};
}
