/** A challenge whose files the editor around the page holds: the page follows them and never thinks them its own. */
import { beforeEach, expect, test } from "bun:test";
import type { ReadonlySignal } from "@preact/signals";
import type { FileEntry } from "@treeline/verify/shapes";
import { createHostFilesDraft } from "../app/challenge/host-files.ts";
import { ownNotices } from "../app/notices.ts";
import type { HostFiles } from "../host/host.ts";

const KEY = { pack: "trees", challenge: "plant" };
const STARTER: FileEntry[] = [
	{ path: "plant.js", content: "// plant\n" },
	{ path: "notes.js", content: "" },
];

/** A draft over an editor that holds `held`; `tell` is the editor saying that something changed. */
function over(held: FileEntry[], reset = async () => {}) {
	let heard = () => {};
	const files = {
		edits: "host",
		current: async () => held,
		reset,
		watch: (_: unknown, listener: () => void) => {
			heard = listener;
			return () => {};
		},
	} as Partial<HostFiles> as HostFiles;
	const draft = createHostFilesDraft(files, KEY, STARTER, () => {});
	return { draft, tell: () => heard() };
}

/** Resolves once `isWanted` holds for the signal's value. */
const becomes = <Value>(
	source: ReadonlySignal<Value>,
	isWanted: (value: Value) => boolean,
) =>
	new Promise<void>((resolve) => {
		source.subscribe((value) => isWanted(value) && resolve());
	});

beforeEach(() => {
	ownNotices.value = [];
});

test("is up to date from the start, not only after the first change", async () => {
	const written = [{ path: "plant.js", content: "mine" }, ...STARTER.slice(1)];
	const { draft } = over(written);
	await becomes(draft.files, (files) => files !== STARTER);
	expect(draft.files.value).toEqual(written);
	expect(draft.changed.value).toBe(true);
});

test.each([
	["the starter itself", STARTER, false],
	["another order", STARTER.toReversed(), false],
	[
		"a file of the learner's own",
		[{ path: "a.js", content: "1" }, ...STARTER],
		false,
	],
	["a file that is gone", STARTER.slice(1), true],
	[
		"other text",
		[STARTER[0], { path: "notes.js", content: "x" }] as FileEntry[],
		true,
	],
])("with %s, whether anything is to be reset", async (_, held, changed) => {
	const { draft } = over(held);
	await draft.refresh();
	expect(draft.changed.value).toBe(changed);
});

test("a starter that could not be put back is told", async () => {
	const { draft } = over(STARTER, async () => {
		throw new Error("The panel was hidden.");
	});
	draft.reset();
	await becomes(ownNotices, ({ length }) => length > 0);
	expect(ownNotices.value.map(({ text }) => text)).toEqual([
		"Your files could not be reset. The panel was hidden.",
	]);
});
