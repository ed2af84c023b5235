/** Validation of what a panel's page requests. */
import { describe, expect, test } from "bun:test";
import { requestFault } from "./rpc-validation.ts";

const key = { pack: "express", challenge: "say-hello-over-http" };
const place = { line: 1, column: 1, endLine: 1, endColumn: 2 };
const check = {
	result: {
		passed: true,
		fileResults: [
			{
				file: "app.js",
				passed: true,
				results: [
					{
						assertion: { type: "methodCall", method: "get", description: "d" },
						passed: true,
						message: "Found.",
						location: { file: "app.js", ...place },
					},
				],
			},
		],
		crossFileResults: [],
		totalAssertions: 1,
		passedAssertions: 1,
	},
	diagnostics: { "app.js": [] },
	milliseconds: 1.5,
};
const reveal = (file: string) => ({ key, location: { file, ...place } });
const attempt = {
	challengeId: "express/say-hello-over-http",
	clientAttemptId: "5c2b0f0e-3d52-4f0b-8a53-0d6d2d6f5f5e",
	passed: true,
	files: [{ path: "app.js", content: "" }],
	hintsUsed: 0,
	timeSeconds: 12,
	attemptedAt: "2026-01-31T09:30:00.000Z",
};
const dispute = {
	challengeId: attempt.challengeId,
	clientDisputeId: attempt.clientAttemptId,
	files: [{ path: "app.js", content: "" }],
	failed: [{ check: "perFile/app.js/0", message: "It has no `app`." }],
	note: "It is the same.",
};
const judged = (path: string, found: unknown = check) => ({
	key,
	files: [{ path, content: "" }],
	check: found,
});

describe("a question", () => {
	test.each([
		["ready", null],
		["files", key],
		["reveal", reveal("rooms/two.ts")],
		["judged", judged("app.js")],
		["note", { key, change: { status: "passed" } }],
		["note", { key, change: {} }],
		["attempt", attempt],
		["dispute", dispute],
		["disputes", key],
		["signIn", null],
	] as const)("%s may be asked with %j", (name, takes) => {
		expect(requestFault(name, takes)).toBeNull();
	});

	test.each([
		["reveal", reveal("../../../.ssh/config"), '".."'],
		["reveal", reveal("/etc/passwd"), "absolute"],
		["reveal", reveal("a\\..\\b"), "character"],
		["reveal", { key }, "#/location"],
		["judged", judged("../other/app.js"), '".."'],
		["judged", judged(".vscode/settings.json"), ".vscode"],
		["judged", judged("app.js", {}), "#/check/result"],
		[
			"judged",
			judged("app.js", { ...check, diagnostics: { "app.js": [{}] } }),
			"#/check/diagnostics",
		],
		[
			"judged",
			judged("app.js", { ...check, result: { passed: true } }),
			"#/check/result/fileResults",
		],
		["note", { key, change: { status: "won" } }, "#/change/status"],
		["pack", { slug: "" }, "#/slug"],
		["attempt", { ...attempt, clientAttemptId: "1" }, "#/clientAttemptId"],
		["attempt", { ...attempt, hintsUsed: -1 }, "#/hintsUsed"],
		["attempt", { ...attempt, files: [{ path: "app.js" }] }, "#/files/0"],
		["attempt", { ...attempt, userId: "another" }, "#/userId"],
		["dispute", { ...dispute, files: [] }, "#/files"],
		["dispute", { ...dispute, failed: [] }, "#/failed"],
		["dispute", { ...dispute, note: "x".repeat(1001) }, "#/note"],
		[
			"dispute",
			{ ...dispute, files: [{ path: "../.ssh/id", content: "" }] },
			'".."',
		],
	] as const)("%s is refused with %j", (name, takes, why) => {
		expect(requestFault(name, takes)).toContain(why);
	});
});
