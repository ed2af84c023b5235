/** As answers are edited, the verdict of each state is that of a full verification, whatever states came before. */
import { afterAll, expect, test } from "bun:test";
import type { ChallengeFile } from "@treeline/packs/format";
import { decideVerdict, type FileEntry, verify } from "@treeline/verify";
import { createVerifier } from "@treeline/verify/worker";
import fc from "fast-check";
import { findPacks } from "./packs.ts";

const verifier = createVerifier();
afterAll(() => verifier.close());

/** The numbers of the challenges whose references are edited: of each pack an early one and a late one. */
const edited = [2, 10];

/** Random edits of a text: what people type, paste and delete. */
const edit = fc.record({
	file: fc.nat(3),
	at: fc.double({ min: 0, max: 1, noNaN: true }),
	remove: fc.oneof(fc.constant(0), fc.nat(2), fc.nat(60)),
	insert: fc.oneof(
		fc.constantFrom(..."aex1 \n(){}<>'\"=;:,.&/"),
		fc.constantFrom(
			"",
			"\n",
			"return ",
			"// a\n",
			" && x",
			"f();\n",
			"x = 1\n",
		),
	),
	isUndone: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function applied(files: readonly FileEntry[], one: Edit): FileEntry[] {
	return files.map((file, index) => {
		if (index !== one.file % files.length) return file;
		const at = Math.floor(one.at * file.content.length);
		const rest = file.content.slice(at + one.remove);
		return { ...file, content: file.content.slice(0, at) + one.insert + rest };
	});
}

const packs = await findPacks([]);

test.each(
	packs.flatMap(({ slug, challenges }) =>
		edited.map(
			(number) => [slug, number, challenges[number - 1]?.value] as const,
		),
	),
)(
	"%s %i",
	async (_, __, value) => {
		const { assertions, files } = value as ChallengeFile;
		const edits = fc.array(edit, { minLength: 12, maxLength: 12 });
		await fc.assert(
			fc.asyncProperty(edits, async (all) => {
				let state: FileEntry[] = files;
				for (const one of all) {
					const next = applied(state, one);
					const options = { skipsBroken: true };
					const typed = await verifier.check(assertions, next, options);
					const result = await verify(assertions, next);
					const { diagnostics } = typed;
					const full = decideVerdict(assertions, { result, diagnostics });
					expect(decideVerdict(assertions, typed)).toEqual(full);
					if (full.faults.length === 0) expect(typed.result).toEqual(result);
					// Most of what is typed is right again a moment later.
					if (!one.isUndone) state = next;
				}
			}),
			{ numRuns: 3, seed: 1 },
		);
	},
	300_000,
);
