/**
 * The protocol's own conformance suite: each scenario that a revision requires of a server passes. The list is the suite's own, frozen
 * at the revision's release.
 */

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { dirname, join } from "node:path";
import { runToEnd } from "../../test/child-programs.ts";
import { serviceForFile } from "../../test/harness.ts";
import {
	type Endpoint,
	fixtureServer,
	withKey,
} from "../../test/mcp-conformance/server.ts";

// The suite takes a second or two of an idle machine.
setDefaultTimeout(300_000);

const SUITE = join(
	dirname(require.resolve("@modelcontextprotocol/conformance/package.json")),
	"dist/index.js",
);

const service = await serviceForFile();
let fixtures: Endpoint;
let open: Endpoint;
let program: Endpoint;
beforeAll(async () => {
	fixtures = fixtureServer(service.content);
	open = withKey(fixtures.url);
	program = withKey(`${service.front}/api/mcp`);
});
afterAll(async () => {
	await Promise.all([open.stop(), program.stop()]);
	await fixtures.stop();
});

/** How many scenarios each revision requires of a server. */
const REQUIRED = { "2025-11-25": 30, "2026-07-28": 37 };

for (const [revision, scenarios] of Object.entries(REQUIRED))
	test(`the ${scenarios} scenarios that ${revision} requires of a server pass`, async () => {
		const run = await passing(open, "--requirements", revision);
		expect(run.failed).toEqual([]);
		expect(run.scored).toBe(scenarios);
	});

/** Those that ask for no fixture. */
const BARE = [
	["server-initialize", "2025-11-25"],
	["server-session-lifecycle", "2025-11-25"],
	["dns-rebinding-protection", "2025-11-25"],
	["dns-rebinding-protection", "2026-07-28"],
	["tools-list", "2026-07-28"],
	["http-header-validation", "2026-07-28"],
] as const;

for (const [scenario, revision] of BARE)
	test(`the program itself passes ${scenario} of ${revision}`, async () => {
		const asked = ["--scenario", scenario, "--spec-version", revision];
		const { code, printed } = await suite(program, asked);
		expect(code, printed).toBe(0);
		expect(printed).toContain("Passed");
	});

/** The suite waits for some answers for half a second, which a busy machine may need for others: what fails three times fails. */
async function passing(endpoint: Endpoint, ...asked: string[]) {
	for (let left = 2; ; left--) {
		const { code, printed } = await suite(endpoint, asked);
		if (code === 0 || left === 0) return readSummary(printed, code);
	}
}

/** What the suite says at the end of a run; those that it does not score count for nothing. */
function readSummary(printed: string, code: number | null) {
	const [, summary = ""] = printed.split("=== SUMMARY ===");
	const [scored = "", unscored = ""] = summary.split("Not scored for");
	const failing = (text: string) =>
		[...text.matchAll(/^\s*✗ ([\w-]+)/gm)].map(([, name = ""]) => name);
	const ran = scored.match(/^[✓✗] /gm)?.length ?? 0;
	const ignored = Number(/(\d+) scenario/.exec(unscored)?.[1] ?? 0);
	const failed = failing(scored).filter(
		(name) => !failing(unscored).includes(name),
	);
	if (code !== 0 && failed.length === 0) failed.push(printed);
	return { scored: ran - ignored, failed };
}

async function suite(endpoint: Endpoint, asked: readonly string[]) {
	const { out, err, code } = await runToEnd(
		[
			process.execPath,
			"--bun",
			SUITE,
			"server",
			"--url",
			endpoint.url,
			...asked,
		],
		{ env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: "1" } },
	);
	return { printed: out + err, code };
}
