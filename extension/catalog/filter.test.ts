import { expect, test } from "bun:test";
import { type ChallengeFilter, fitsFilter, isFiltering } from "./filter.ts";

const beginner = { difficulty: "beginner" } as const;
const passed = { status: "passed" } as const;

test.each<[ChallengeFilter, boolean]>([
	[{ status: [], difficulty: [] }, true],
	[{ status: ["passed"], difficulty: [] }, true],
	[{ status: ["not_started", "passed"], difficulty: ["beginner"] }, true],
	[{ status: ["attempted"], difficulty: [] }, false],
	[{ status: ["passed"], difficulty: ["advanced"] }, false],
])("a passed challenge for beginners, with %j: %p", (filter, fits) => {
	expect(fitsFilter(filter, beginner, passed)).toBe(fits);
});

test("a filter without choices hides nothing", () => {
	expect(isFiltering({ status: [], difficulty: [] })).toBe(false);
	expect(isFiltering({ status: [], difficulty: ["advanced"] })).toBe(true);
});
