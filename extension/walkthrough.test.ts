/** The walkthrough in the manifest: what its steps name exists, and each can be completed. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "./package.json";
import german from "./package.nls.de.json";
import english from "./package.nls.json";

const [walkthrough] = manifest.contributes.walkthroughs;
const commands = new Set([
	"vscode.openFolder",
	...manifest.contributes.commands.map(({ command }) => command),
]);
/** The context keys that VS Code sets itself, and those that the extension sets. */
const keys = [
	"workspaceFolderCount",
	...readFileSync(
		join(import.meta.dir, "challenge/context.ts"),
		"utf8",
	).matchAll(/"(treeline\.\w+)"/g),
].map((found) => (typeof found === "string" ? found : found[1]));

test("has five steps", () => {
	expect(walkthrough?.steps.map(({ id }) => id)).toEqual([
		"folder",
		"challenge",
		"verify",
		"hint",
		"next",
	]);
});

/** What stands for `%key%` in the manifest. */
const textOf = (texts: Record<string, string>, reference: string) =>
	texts[reference.slice(1, -1)] ?? "";

// VS Code cuts what is longer: the titles stand in a column of fixed width.
test.each(walkthrough?.steps ?? [])(
	"the title of step $id has at most 30 characters in each language",
	({ title }) => {
		for (const texts of [english, german]) {
			const text = textOf(texts, title);
			expect(text).not.toBeEmpty();
			expect(text.length, text).toBeLessThanOrEqual(30);
		}
	},
);

test.each(walkthrough?.steps ?? [])(
	"step $id has a picture in the theme's colours, the same command in each language, and events that complete it",
	({ description, media, completionEvents }) => {
		const file = join(import.meta.dir, textOf(english, media.svg));
		expect(existsSync(file)).toBe(true);
		expect(readFileSync(file, "utf8")).toContain("var(--vscode-");
		expect(textOf(english, media.altText)).not.toBeEmpty();
		const commandsIn = (texts: Record<string, string>) =>
			[...textOf(texts, description).matchAll(/\(command:([\w.]+)\)/g)].flatMap(
				([, command = ""]) => command,
			);
		expect(commandsIn(english)).not.toBeEmpty();
		expect(commandsIn(german)).toEqual(commandsIn(english));
		for (const command of commandsIn(english))
			expect(commands).toContain(command);
		expect(completionEvents).not.toBeEmpty();
		for (const event of completionEvents) {
			const [kind, what = ""] = event.split(":");
			if (kind === "onCommand") expect(commands).toContain(what);
			else expect(keys).toContain(what.split(" ")[0] ?? "");
		}
	},
);
