/** `dispute`: makes a case of an answer that its learner holds to be right, saved as JSON from the service. Nothing is executed. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Static, Type } from "@sinclair/typebox";
import { pathsFault, shapeFaults } from "@treeline/packs/format";
import { FileEntry } from "@treeline/verify/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { visible } from "../author/code-frame.ts";
import { findChallenge } from "../author/find-challenge.ts";
import type { Command } from "../main.ts";
import { adoptAnswers } from "./adopt.ts";
import { learnerLines, verifyAnswers } from "./verify.ts";

const slug = Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" });

/** What of a dispute is read; the service says more of it. */
const Dispute = Type.Object({
	packSlug: slug,
	challengeSlug: slug,
	files: Type.Array(FileEntry, { minItems: 1 }),
	note: Type.Union([Type.String(), Type.Null()]),
});
type Dispute = Static<typeof Dispute>;

/** Characters of a note that name its case. */
const MAX_NAME = 80;

/** What the answer is called among those of its challenge. */
const ANSWER = "disputed-answer";

export const dispute: Command = {
	usage: "dispute <file> [<challenge>] [--rejected] [--name <what>]",
	summary:
		"make a case of a disputed answer, saved as JSON: an accepted one, or with --rejected a rejected one; <challenge> where it is not in packs/",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				rejected: { type: "boolean", default: false },
				name: { type: "string" },
			},
		});
		const [path, named, ...more] = positionals;
		if (!path || more.length > 0)
			throw new Error(
				"Name the file of one dispute: `dispute dispute.json`, or `dispute dispute.json ../lessons/shop/sum-a-cart`.",
			);
		const { packSlug, challengeSlug, files, note } = await readDispute(path);
		const name = values.name ?? nameOf(note) ?? "disputed by a learner";
		const at = await findChallenge(named ?? `${packSlug}/${challengeSlug}`);
		const answer = {
			name: ANSWER,
			isRight: !values.rejected,
			files,
			note: name,
		};
		const verifier = createVerifier();
		const set = await verifyAnswers(
			{ ...at, name: `${packSlug}/${challengeSlug}`, answers: [answer] },
			verifier,
		).finally(() => verifier.close());
		const [one] = set.verified;
		if (one?.broken)
			throw new Error(
				`The answer has a syntax error in ${one.broken}. A case has to parse; write one by hand if the code is valid.`,
			);
		const adopted = await adoptAnswers(at.pack, [set], [ANSWER]);
		const lines = [...set.verified.flatMap(learnerLines), ...adopted];
		if (!values.rejected && !one?.isAccepted)
			lines.push(
				`Correct the checks, until \`npm run packs -- validate ${named ? at.folder : at.pack.slug}\` finds no error.`,
			);
		console.log(lines.map(visible).join("\n"));
		return 0;
	},
};

/** The one dispute of a file: as it is, as an answer of the service, or as a list of one. Throws, with the next step, for anything else. */
async function readDispute(path: string): Promise<Dispute> {
	const text = await readFile(path, "utf8").catch(() => {
		throw new Error(`${path} cannot be read; name the file of a dispute.`);
	});
	const one = unwrapped(parsed(path, text));
	if (Array.isArray(one))
		throw new Error(
			`${path} has ${one.length} disputes; save one of them, as with \`jq .data[0]\`.`,
		);
	const [fault] = shapeFaults(Dispute, one);
	if (fault)
		throw new Error(`${path} is no dispute: ${fault.pointer}: ${fault.detail}`);
	const dispute = one as Dispute;
	const unsafe = pathsFault(dispute.files.map((file) => file.path));
	if (unsafe) throw new Error(`${path}: ${unsafe}.`);
	return dispute;
}

function parsed(path: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Error(
			`${path} is not JSON; save a dispute as the service answers it.`,
		);
	}
}

/** A dispute without what the service's answer puts around it. */
function unwrapped(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
	const { data } = (value ?? {}) as { data?: unknown };
	return data === undefined ? value : unwrapped(data);
}

/** The note's first line, as the name of a case; null for a note that says nothing. */
function nameOf(note: string | null): string | null {
	const [line = ""] = (note ?? "").trim().split(/\r?\n/);
	const shown = line.replace(/\p{C}+/gu, " ");
	return [...shown].slice(0, MAX_NAME).join("").trim() || null;
}
