import { expect, test } from "bun:test";
import { createLatestRuns } from "./latest-runs.ts";

test("keeps the value of the run that began last when an earlier one ends after it", () => {
	const results = createLatestRuns<string>();
	const earlier = results.begin();
	const later = results.begin();
	expect(results.set("a", later, "later")).toBe(true);
	expect(results.set("a", earlier, "earlier")).toBe(false);
	expect(results.get("a")).toBe("later");
	expect(results.set("b", earlier, "of another key")).toBe(true);
});

test("stores the value of an earlier run while no later one has ended", () => {
	const results = createLatestRuns<string>();
	const earlier = results.begin();
	results.begin();
	expect(results.set("a", earlier, "earlier")).toBe(true);
	expect(results.set("a", earlier, "again")).toBe(true);
	expect(results.get("a")).toBe("again");
});

test("stores nothing of a run that began before the reset", () => {
	const results = createLatestRuns<string>();
	const before = results.begin();
	expect(results.reset("a")).toBe(false);
	expect(results.set("a", before, "before")).toBe(false);
	expect(results.get("a")).toBeNull();
	expect(results.set("a", results.begin(), "after")).toBe(true);
	expect(results.get("a")).toBe("after");
	expect(results.reset("a")).toBe(true);
	expect(results.get("a")).toBeNull();
});

test("tells the value of a run from one that was there before it", () => {
	const results = createLatestRuns<string>();
	const earlier = results.begin();
	const current = results.begin();
	results.set("a", earlier, "earlier");
	expect(results.get("a", current)).toBeNull();
	results.set("a", results.begin(), "later");
	expect(results.get("a", current)).toBe("later");
});
