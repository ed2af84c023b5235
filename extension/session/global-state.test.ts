import { expect, test } from "bun:test";
import { serializeUpdates } from "./global-state.ts";
import { deactivate } from "./pending-writes.ts";

/** A state as VS Code's: an update is in memory at once; all is written later, comes back as it was written, and only then is the update done. */
function vscodeState() {
	let values: Record<string, unknown> = {};
	let writing: Promise<void> | null = null;
	const write = async () => {
		await Promise.resolve();
		writing = null;
		const written = structuredClone(values);
		await Bun.sleep(0);
		values = written;
	};
	return {
		keys: () => Object.keys(values),
		get: <Value>(key: string, fallback?: Value) =>
			(values[key] ?? fallback) as Value,
		update(key: string, value: unknown) {
			values[key] = value;
			writing ??= write();
			return writing;
		},
		setKeysForSync() {},
	};
}

test("keeps what is stored while an earlier update is written", async () => {
	const state = serializeUpdates(vscodeState());
	const first = state.update("progress", 1);
	await Promise.resolve();
	await Promise.resolve();
	const second = state.update("packs", ["mine"]);
	await first;
	expect(state.get("packs")).toEqual(["mine"]);
	await second;
	expect(state.get("packs")).toEqual(["mine"]);
	expect(state.get("progress")).toBe(1);
});

test("reads what was stored last, before it is written", async () => {
	const state = serializeUpdates(vscodeState());
	const updates = [state.update("packs", ["mine", "one"])];
	const without = (slug: string) =>
		state.get<string[]>("packs", []).filter((each) => each !== slug);
	for (const slug of ["mine", "one"])
		updates.push(state.update("packs", without(slug)));
	expect(state.get<string[]>("packs")).toEqual([]);
	await Promise.all(updates);
	expect(state.get<string[]>("packs")).toEqual([]);
});

test("reads the fallback for what was removed, and goes on after a failed update", async () => {
	const inner = vscodeState();
	const state = serializeUpdates({
		...inner,
		update: (key, value) =>
			key === "full"
				? Promise.reject(new Error("no space"))
				: inner.update(key, value),
	});
	await state.update("name", "Robin");
	await expect(state.update("full", 1)).rejects.toThrow("no space");
	expect(state.get("full", 0)).toBe(0);
	await state.update("name", undefined);
	expect(state.get("name", "nobody")).toBe("nobody");
});

test("deactivates when the queued updates are written, those that fail and those that follow one included", async () => {
	const inner = vscodeState();
	const written: string[] = [];
	const state = serializeUpdates({
		...inner,
		async update(key, value) {
			await inner.update(key, value);
			written.push(key);
			if (key === "full") throw new Error("no space");
		},
	});
	state.update("progress", 1).then(() => state.update("later", 4));
	state.update("full", 2).then(undefined, () => {});
	state.update("packs", ["mine"]);
	await deactivate();
	expect(written).toEqual(["progress", "full", "packs", "later"]);
});
