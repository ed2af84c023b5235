/** Drafts between a browser and the account: nothing that only the account has is overwritten or deleted unseen. */
import { expect, test } from "bun:test";
import type { Draft, NewDraft } from "@treeline/api/client-types";
import { createDraftSync } from "../host/draft-sync.ts";
import { ApiError } from "../host/host.ts";
import { createDrafts } from "../host/local-records.ts";
import { createStorage } from "../host/storage.ts";
import { QuotaStorage } from "./quota-storage.ts";

const KEY = { pack: "express", challenge: "one" };
const file = (content: string) => [{ path: "app.js", content }];
const LONG = file("long ".repeat(200));

/** An account's drafts of one challenge. */
function account() {
	let revision = 0;
	const state = { draft: null as Draft | null, losesAnswer: false, puts: 0 };
	const compare = (seen: string | null) => {
		if ((state.draft?.revision ?? null) !== seen)
			throw new ApiError("draft_conflict", "", "", 409);
	};
	const store = (files: NewDraft["files"]) => {
		state.draft = {
			challengeId: "id",
			revision: `r${++revision}`,
			challengeVersion: null,
			files,
			updatedAt: new Date().toISOString(),
		};
		return state.draft;
	};
	const calls = {
		draft: async () => state.draft,
		putDraft: async (_: string, { files }: NewDraft, seen: string | null) => {
			compare(seen);
			state.puts++;
			const draft = store(files);
			if (state.losesAnswer) throw new ApiError("unreachable", "", "", 0);
			return draft;
		},
		deleteDraft: async (_: string, seen: string) => {
			compare(seen);
			state.draft = null;
		},
		challenge: async () => ({ _id: "id" }),
	};
	return { state, store, calls };
}

/** A tab of the browser with `disk`. */
function tab(disk: QuotaStorage, { calls }: ReturnType<typeof account>) {
	const storage = createStorage(disk);
	const sync = createDraftSync(storage, () => "robin", calls);
	return {
		storage,
		drafts: createDrafts(storage),
		sync,
		push: () => sync.push(KEY, "id", 1),
		pull: () => sync.pull(KEY, "id"),
	};
}

test.each([
	["nothing", null],
	["an older draft", file("older")],
])(
	"code that only the account has stays when the disk is full and has %s",
	async (_, older) => {
		const disk = new QuotaStorage(600);
		const robin = account();
		const first = tab(disk, robin);
		if (older) {
			first.drafts.keep(KEY, older);
			await first.push();
		}
		first.drafts.keep(KEY, LONG);
		expect(await first.push()).toEqual({ state: "same" });
		expect(first.storage.hasUnsavedDraft()).toBe(true);
		expect(robin.state.draft?.files).toEqual(LONG);
		for (const next of [tab(disk, robin), tab(disk, robin)]) {
			await next.sync.sendAll();
			await next.push();
			expect(robin.state.draft?.files).toEqual(LONG);
			expect(await next.pull()).toMatchObject({ state: "newer", files: LONG });
		}
		// Once there is room, both are stored.
		disk.quota = 10_000;
		first.storage.saveUnsaved();
		expect(await tab(disk, robin).pull()).toEqual({ state: "same" });
	},
);

test("an unreadable draft deletes nothing on the account; a reset does, also one while it is sent", async () => {
	const disk = new QuotaStorage();
	const robin = account();
	const page = tab(disk, robin);
	page.drafts.keep(KEY, file("one"));
	await page.push();
	disk.setItem("treeline:draft:express/one", "{oh no");
	const next = tab(disk, robin);
	await next.sync.sendAll();
	expect(robin.state.draft?.files).toEqual(file("one"));
	const found = await next.pull();
	if (found.state !== "newer") throw new Error(found.state);
	next.drafts.keep(KEY, found.files);
	next.sync.accept(KEY, found);
	next.drafts.keep(KEY, file("two"));
	const sending = next.push();
	next.drafts.discard(KEY);
	await sending;
	expect(robin.state.draft?.files).toEqual(file("two"));
	await tab(disk, robin).sync.sendAll();
	expect(robin.state.draft).toBeNull();
});

test("an own change whose answer was lost is no conflict, also when more was typed", async () => {
	const robin = account();
	const page = tab(new QuotaStorage(), robin);
	page.drafts.keep(KEY, file("one"));
	robin.state.losesAnswer = true;
	await page.push().catch(() => {});
	robin.state.losesAnswer = false;
	page.drafts.keep(KEY, file("two"));
	expect(await page.push()).toEqual({ state: "same" });
	expect(robin.state.draft?.files).toEqual(file("two"));
	robin.store(file("of another device"));
	page.drafts.keep(KEY, file("three"));
	expect(await page.push()).toMatchObject({ state: "conflict" });
});

test("a draft that another device deleted is stored again with what was typed since", async () => {
	const robin = account();
	const page = tab(new QuotaStorage(), robin);
	page.drafts.keep(KEY, file("one"));
	await page.push();
	robin.state.draft = null;
	page.drafts.keep(KEY, file("two"));
	expect(await page.push()).toEqual({ state: "same" });
	expect(robin.state.draft).toMatchObject({ files: file("two") });
});
