/** The packs that a start on the embedded database seeds, and the packs of authors that are there already. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../../test/cookie-browser.ts";
import { startProgram } from "../../test/harness.ts";
import { launchPack, smallPacks } from "../../test/seed-packs.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(300_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-launch-packs-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("an author's pack that has the slug of a launch pack does not keep the program from starting", async () => {
	const packs = join(scratch, "packs");
	mkdirSync(packs);
	const env = {
		PORT: "0",
		BACKEND_PORT: "0",
		DATA_DIR: join(scratch, "data"),
		PACKS_DIR: packs,
	};
	const first = await startProgram(env);
	const ask = await signIn(first.front);
	const { manifest, challenges } = await launchPack();
	const { challenges: _, ...own } = manifest;
	for (const slug of ["express", "shown"]) {
		await ask("POST", "/packs", { ...own, slug });
		await ask("POST", `/packs/${slug}/challenges`, challenges[0]);
	}
	await ask("PATCH", "/packs/shown", { visibility: "public" });
	await first.end("SIGTERM");

	smallPacks(packs);
	cpSync(join(packs, "express"), join(packs, "shown"), { recursive: true });
	writeFileSync(
		join(packs, "shown/pack.json"),
		JSON.stringify({ ...manifest, slug: "shown" }),
	);
	const second = await startProgram(env);
	expect(second.printed()).toMatch(
		/express \(created, 3 challenges; an author's private pack of this slug is "express-[0-9a-f]{8}" now\)/,
	);
	expect(second.printed()).toContain("shown (not seeded: ");
	const answer = await fetch(`${second.front}/api/v1/packs`);
	const { data }: { data: { slug: string; challengeCount: number }[] } =
		await answer.json();
	expect(
		Object.fromEntries(data.map((pack) => [pack.slug, pack.challengeCount])),
	).toEqual({ express: 3, shown: 1 });
	await second.end("SIGTERM");
});

/** Signs in with the local form; answers what asks as that author, and throws when it is refused. */
async function signIn(front: string) {
	const browser = openBrowser();
	const begun = await browser.ask(`${front}/api/auth/signin`);
	const sent = await browser.ask(begun.headers.get("location") ?? "", {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded" },
		body: "name=Ada",
	});
	await browser.ask(sent.headers.get("location") ?? "");
	return async (method: string, path: string, body: unknown) => {
		const answer = await browser.ask(`${front}/api/v1/author${path}`, {
			method,
			headers: {
				"content-type": "application/json",
				"sec-fetch-site": "same-origin",
			},
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(await answer.text());
	};
}
