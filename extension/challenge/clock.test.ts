import { expect, test } from "bun:test";
import { clockText } from "./clock.ts";

test.each([
	[0, "0:00"],
	[67.9, "1:07"],
	[3599, "59:59"],
	[3723, "1:02:03"],
])("%d seconds are %s", (seconds, text) => {
	expect(clockText(seconds)).toBe(text);
});
