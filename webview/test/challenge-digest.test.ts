import { expect, test } from "bun:test";
import { changesSince, digestOf } from "../host/challenge-digest.ts";

const challenge = {
	prompt: "Greet.",
	assertions: { crossFile: [] },
	files: [{ path: "a.js", content: "1" }],
};
const before = digestOf(challenge);
const changes = (change: Partial<typeof challenge>) =>
	changesSince(before, digestOf({ ...challenge, ...change }));

test("what changed is named", () => {
	expect(changes({})).toBeNull();
	expect(changes({ prompt: "Greet them." })).toEqual({
		files: [],
		hasOtherPrompt: true,
		hasOtherChecks: false,
	});
	expect(
		changes({ assertions: { crossFile: [], perFile: {} } as never }),
	).toEqual({
		files: [],
		hasOtherPrompt: false,
		hasOtherChecks: true,
	});
	const other = { path: "b.js", content: "1" };
	expect(changes({ files: [other] })?.files).toEqual(["a.js", "b.js"]);
	expect(changes({ files: [{ path: "a.js", content: "2" }] })?.files).toEqual([
		"a.js",
	]);
});
