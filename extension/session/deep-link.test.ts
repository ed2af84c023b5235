import { expect, test } from "bun:test";
import { challengeOfLink } from "./deep-link.ts";

test.each(["/challenge/express/say-hello", "/challenge/express/say-hello/"])(
	"%s names a challenge",
	(path) => {
		expect(challengeOfLink(path)).toEqual({
			pack: "express",
			challenge: "say-hello",
		});
	},
);

test.each([
	"",
	"/",
	"/challenge",
	"/challenge/express",
	"/challenge//say-hello",
	"/challenge/express/say-hello/../../other",
	"/challenge/../say-hello",
	"/challenge/express/..",
	"/challenge/express/say hello",
	"/challenge/express/say-hello%2F..",
	"/challenge/express/SAY-HELLO",
	"/challenge/express/<script>",
	"/challenge/express\\say-hello/x",
	`/challenge/express/${"a".repeat(10_000)}`,
	"/other/express/say-hello",
	"challenge/express/say-hello",
])("%p names none", (path) => {
	expect(challengeOfLink(path)).toBeNull();
});
