/** The schemas that editors read: each field says what it means and gives an example, and examples fit. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TObject, Type } from "@sinclair/typebox";
import { ChallengeFolderFile } from "@treeline/packs/disk";
import {
	Cases,
	ChallengeFile,
	Definitions,
	Manifest,
	shapeFaults,
} from "@treeline/packs/format";
import { Survivors } from "./mutants/survivors.ts";
import { PACKS } from "./packs.ts";

const folder = join(PACKS, "schema");

/** The fields of a schema without a description or an example, by their names from the outside in. */
function silentFields(schema: unknown, at = ""): string[] {
	if (Array.isArray(schema))
		return schema.flatMap((one) => silentFields(one, at));
	if (typeof schema !== "object" || schema === null) return [];
	return Object.entries(schema).flatMap(([key, value]) =>
		key !== "properties" || (schema as { type?: string }).type !== "object"
			? silentFields(value, at)
			: Object.entries(
					value as Record<string, Record<string, unknown>>,
				).flatMap(([name, field]) => [
					...(name === "type" || (field.description && field.examples)
						? []
						: [`${at}.${name}`]),
					...silentFields({ ...field, examples: [] }, `${at}.${name}`),
				]),
	);
}

test.each(readdirSync(folder))(
	"every field of %s has a description and an example",
	(name) => {
		const schema = JSON.parse(readFileSync(join(folder, name), "utf8"));
		expect([...new Set(silentFields(schema))]).toEqual([]);
	},
);

test.each([
	["pack", Manifest],
	["challenge", ChallengeFile],
	["challenge-folder", ChallengeFolderFile],
	["cases", Cases],
	["definitions", Definitions],
	["survivors", Survivors],
])("the examples of the fields of %s fit", (name, shape) => {
	const { properties } = JSON.parse(
		readFileSync(join(folder, `${name}.schema.json`), "utf8"),
	);
	const fields = (shape as unknown as TObject).properties;
	for (const [field, { examples }] of Object.entries<{ examples: unknown[] }>(
		properties,
	))
		for (const example of examples) {
			const schema = fields[field] ?? Type.String();
			expect([field, shapeFaults(schema, example)]).toEqual([field, []]);
		}
});
