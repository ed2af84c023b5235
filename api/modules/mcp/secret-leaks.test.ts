/** What models are told by MCP, whatever they ask for: no reference solution, no debrief, and nothing of a learner's. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { serviceForFile } from "../../test/harness.ts";
import { bearer, type Connected, connected } from "../../test/mcp-clients.ts";
import {
	DEBRIEF_MARK,
	ownedPack,
	REFERENCE_MARK,
	STANDINGS,
	WIDE,
	type World,
	withTokens,
	worldOf,
} from "../../test/openapi/fixtures.ts";
import { secretive } from "../../test/openapi/learner-secrets.ts";

const MARK = "mark-of-olive";

const service = await serviceForFile(WIDE);
let world: World;
const open: Connected[] = [];
beforeAll(async () => {
	world = await worldOf(service);
});
afterAll(() => Promise.all(open.map(({ client }) => client.close())));

const someone = async () =>
	withTokens(service, await service.signIn("Somebody else"));

/** Whose model asks: an administrator's, or another learner's, with an account for each pack because requests are counted. */
const ASKERS = {
	administrator: async () => connected(service.front),
	"other learner": async () =>
		connected(service.front, bearer((await someone()).tokens.all)),
};
type Asker = keyof typeof ASKERS;

/** All that is told about one pack: by each tool that changes nothing, each resource, each prompt and each completion. */
async function toldOf(
	pack: string,
	asker: Asker,
): Promise<Record<string, string>> {
	const mcp = await ASKERS[asker]();
	open.push(mcp);
	const { client } = mcp;
	const challenge = world.challengeSlug;
	const files = world.pack.challenges[0]?.scaffold ?? [];
	const known: Record<string, unknown> = {
		pack,
		challenge,
		q: "hello",
		step: 1,
		files,
		manifest: {},
		challenges: [],
		language: "javascript",
		topic: "routes",
		difficulty: "beginner",
		result: "{}",
		type: "note",
		brief: "A short note",
		id: `sess_${"a".repeat(22)}`,
	};
	const told: Record<string, string> = {};
	const tell = async (name: string, telling: Promise<unknown>) => {
		told[name] = JSON.stringify(await telling.catch(String));
	};
	const { tools } = await client.listTools();
	for (const { name, annotations, inputSchema } of tools) {
		if (!annotations?.readOnlyHint) continue;
		// They know no packs, and nothing by these names.
		if (/^(content|chat)_/.test(name)) continue;
		const wanted = inputSchema.required ?? [];
		const args = Object.fromEntries(wanted.map((each) => [each, known[each]]));
		await tell(name, client.callTool({ name, arguments: args }));
	}
	await tell("resources", client.listResources());
	for (const uri of [
		`pack://${pack}`,
		`challenge://${pack}/${challenge}`,
		`challenge://${pack}/${challenge}/files/app.js`,
	])
		await tell(uri.replace(pack, "…"), client.readResource({ uri }));
	const { prompts } = await client.listPrompts();
	for (const { name, arguments: wanted = [] } of prompts) {
		const args = Object.fromEntries(
			wanted.map((each) => [each.name, String(known[each.name] ?? "")]),
		);
		await tell(name, client.getPrompt({ name, arguments: args }));
	}
	for (const name of ["pack", "challenge"])
		await tell(
			`completion of ${name}`,
			client.complete({
				ref: { type: "ref/resource", uri: "challenge://{pack}/{challenge}" },
				argument: { name, value: "" },
				context: { arguments: { pack } },
			}),
		);
	return told;
}

const namesOf = (told: Record<string, string>, text: string) =>
	Object.keys(told).filter((name) => told[name]?.includes(text));

const CASES = (Object.keys(ASKERS) as Asker[]).flatMap((asker) =>
	([...STANDINGS, "seeded"] as const).map(
		(standing) => [standing, asker] as const,
	),
);

test.each(CASES)(
	"of a pack that is %s, an %s's model is told only what everyone may know",
	async (standing, asker) => {
		const slug =
			standing === "seeded"
				? world.packSlug
				: (await ownedPack({ ...world, standing })).slug;
		const told = await toldOf(slug, asker);
		expect(namesOf(told, REFERENCE_MARK)).toEqual([]);
		expect(namesOf(told, DEBRIEF_MARK)).toEqual([]);
		const task = JSON.stringify(world.pack.challenges[0]?.prompt).slice(1, 60);
		const shown = namesOf(told, task).length > 0;
		expect(shown).toBe(["unlisted", "public", "seeded"].includes(standing));
		if (shown) expect(namesOf(told, '"isError":true')).toEqual([]);
	},
);

test.each(Object.keys(ASKERS) as Asker[])(
	"an %s's model is told nothing of a learner's",
	async (asker) => {
		const olive = await secretive(world, MARK);
		for (const pack of [world.packSlug, olive.slug])
			expect(namesOf(await toldOf(pack, asker), MARK)).toEqual([]);
	},
);
