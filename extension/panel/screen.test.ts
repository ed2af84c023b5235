import { describe, expect, test } from "bun:test";
import { keyOfState, pathOf, screenOf } from "./screen.ts";

describe("the saved state of a panel", () => {
	test.each([["say-hello"], ["50% off"], ["a/b"], ["größer"]])(
		"names the challenge %p again",
		(challenge) => {
			const key = { pack: "express", challenge };
			expect(keyOfState({ path: pathOf(key) })).toEqual(key);
		},
	);

	test.each([
		[{ path: "/packs/express/100%" }],
		[{ path: "/packs/%E0%A4%A/say-hello" }],
		[{ path: "/packs/express" }],
		[{ path: "/" }],
		[{ path: "/packs/express/say-hello/more" }],
		[{ path: 7 }],
		[{}],
		["/packs/express/say-hello"],
		[null],
		[undefined],
	])("%j names none", (state) => {
		expect(keyOfState(state)).toBeNull();
	});
});

describe("a link of the page", () => {
	test.each([
		["/", "packs"],
		["/packs/express", "packs"],
		["/packs/express/say%20hello", { pack: "express", challenge: "say hello" }],
		["/packs/express/100%", null],
		["/packs/100%", null],
		["/settings", null],
		["", null],
	] as const)("%p leads to %j", (path, screen) => {
		expect(screenOf(path)).toEqual(screen);
	});
});
