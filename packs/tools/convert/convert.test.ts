/** A challenge in both forms: the same challenge, whichever way it is converted. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPacks } from "../packs.ts";
import { type JsonForm, toFolder, toJson } from "./forms.ts";

const packs = await findPacks([]);
const all = packs.flatMap((pack) =>
	pack.challenges.map(
		(file) => [`${pack.slug}/${file.path}`, pack, file] as const,
	),
);

test.each(all)(
	"%s has the same bytes when it is converted back",
	(_, pack, file) => {
		const cases = readFileSync(
			join(pack.folder, file.path.replace("challenges", "cases")),
			"utf8",
		);
		const json: JsonForm = { challenge: file.text ?? "", cases, suite: null };
		const { form, changed } = toFolder(json);
		if (form.some((x) => x.path === "layout.json"))
			console.log(
				_,
				form.find((x) => x.path === "layout.json")?.content.length,
				form.find((x) => x.path === "layout.json")?.content.slice(0, 300),
			);
		expect(changed).toEqual([]);
		expect(toJson(form)).toEqual({ form: json, changed: [] });
	},
);
