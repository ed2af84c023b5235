/** The walkthrough in the manifest: what its steps name exists, and each can be completed. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "./package.json";

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

test.each(walkthrough?.steps ?? [])(
	"step $id has a picture in the theme's colours, a command, and events that complete it",
	({ description, media, completionEvents }) => {
		const file = join(import.meta.dir, media.svg);
		expect(existsSync(file)).toBe(true);
		expect(readFileSync(file, "utf8")).toContain("var(--vscode-");
		expect(media.altText).not.toBeEmpty();
		for (const [, command = ""] of description.matchAll(
			/\(command:([\w.]+)\)/g,
		))
			expect(commands).toContain(command);
		expect(completionEvents).not.toBeEmpty();
		for (const event of completionEvents) {
			const [kind, what = ""] = event.split(":");
			if (kind === "onCommand") expect(commands).toContain(what);
			else expect(keys).toContain(what.split(" ")[0] ?? "");
		}
	},
);
