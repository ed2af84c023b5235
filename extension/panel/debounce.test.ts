import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { debounce } from "./debounce.ts";

describe("debounce", () => {
	beforeEach(() => void jest.useFakeTimers());
	afterEach(() => void jest.useRealTimers());

	test("runs once, with the latest value, after the delay", () => {
		const values: number[] = [];
		const debounced = debounce(20, (value: number) => values.push(value));
		for (let each = 1; each <= 5; each++) {
			debounced(each);
			jest.advanceTimersByTime(19);
		}
		expect(values).toEqual([]);
		jest.advanceTimersByTime(1);
		expect(values).toEqual([5]);
		jest.advanceTimersByTime(1_000);
		expect(values).toEqual([5]);
	});

	test("does not run once it is cancelled", () => {
		const values: number[] = [];
		const debounced = debounce(20, (value: number) => values.push(value));
		debounced(6);
		debounced.cancel();
		jest.advanceTimersByTime(1_000);
		expect(values).toEqual([]);
	});
});
