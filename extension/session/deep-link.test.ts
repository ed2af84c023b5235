import { expect, test } from "bun:test";
import { challengeOfAddress, challengeOfLink } from "./deep-link.ts";

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

test.each([
	"https://treeline.example/packs/express/say-hello",
	"https://treeline.example/learn/packs/express/say-hello/?from=mail#task",
	"http://localhost:3000/packs/express/say-hello",
	"vscode://treeline.treeline/challenge/express/say-hello",
	"code-oss://treeline.treeline/challenge/express/say-hello",
])("%s is the address of a challenge", (address) => {
	expect(challengeOfAddress(address)).toEqual({
		pack: "express",
		challenge: "say-hello",
	});
});

test.each([
	"",
	"express say-hello",
	"/packs/express/say-hello",
	"https://treeline.example/packs/express",
	"https://treeline.example/challenge",
	"https://treeline.example/packs/express/say-hello/edit",
	"https://treeline.example/packs/../express/say-hello",
	"https://",
])("%p is the address of none", (address) => {
	expect(challengeOfAddress(address)).toBeNull();
});
