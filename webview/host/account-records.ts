/** What the service keeps of the signed-in learner, and of their packs; loaded with the screens that show it. Each call rejects with an ApiError. */
import type { Dispute, NewToken } from "@treeline/api/client-types";
import type { Account, Service } from "./host.ts";

export type AccountRecords = ReturnType<typeof createAccountRecords>;

/** The longest page of a list that the API gives. */
const MAX_LIMIT = 100;

export function createAccountRecords(
	{ call, base, localWork }: Service,
	account: Pick<Account, "signOut" | "ask">,
) {
	return {
		/** What the learner has done, in days of this browser's time zone. */
		activity: () =>
			data(
				call("GET /account/activity", {
					query: { utcOffset: -new Date().getTimezoneOffset() },
				}),
			),
		/** URL of a file with all that the service keeps of the learner. */
		exportAddress: `${base}/account/export`,
		/** Deletes the account for good. `name` confirms it; `deletesPacks`: also packs that others can see. `notRemoved` runs where the browser refuses to remove what it keeps. */
		async deleteAccount(
			name: string,
			deletesPacks: boolean,
			notRemoved: (error: unknown) => void,
		): Promise<void> {
			const packs = deletesPacks ? "delete" : "keep";
			// Its code is there before anything is deleted.
			const work = await localWork();
			const learner = work.owner();
			await call("DELETE /account", { body: { name, packs } });
			// The session has ended with the account, and another tab may have noticed.
			await account.signOut().catch(account.ask);
			if (learner !== null) await work.remove(learner).catch(notRemoved);
		},
		/** The learner's personal tokens, without their values, newest first. */
		tokens: () => data(call("GET /account/tokens")),
		/** Makes one; this answer alone has its value. */
		createToken: (body: NewToken) =>
			data(call("POST /account/tokens", { body })),
		revokeToken: (id: string) =>
			call("DELETE /account/tokens/:id", { params: { id } }),
		/** The learner's own packs, as their author. */
		ownPacks: () =>
			data(call("GET /author/packs", { query: { limit: MAX_LIMIT } })),
		/** Disputes of learners at one of those packs, newest first, at most 100. */
		packDisputes: (slug: string) =>
			data(
				call("GET /author/packs/:slug/disputes", {
					params: { slug },
					query: { limit: MAX_LIMIT },
				}),
			),
		/** Closes one of them with the reason that its learner reads; null opens it again. */
		decideDispute: (
			{ packSlug: slug, _id: id }: Pick<Dispute, "packSlug" | "_id">,
			reason: string | null,
		) =>
			data(
				call("PATCH /author/packs/:slug/disputes/:id", {
					params: { slug, id },
					body:
						reason === null ? { status: "open" } : { status: "closed", reason },
				}),
			),
	};
}

/** What an answer is about. */
const data = async <Data>(answer: Promise<{ data: Data }>): Promise<Data> =>
	(await answer).data;
