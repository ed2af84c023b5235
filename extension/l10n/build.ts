/** Lays out the texts of the package in each language: those of the manifest, those of the code, and the pictures of the walkthrough. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { TOOLS, type ToolDefinition } from "@treeline/packs/learner-tools";
import engine from "@treeline/verify/german";
import page from "@treeline/webview/l10n/german";

/** English text or name → text of the language. */
export type Texts = Record<string, string>;

const PICTURES = "media/walkthrough";

/**
 * Writes the texts of the extension in folder `source` into the package in folder `made`, with the engine's messages and those of the
 * page's German texts that `modules`, paths of the bundled ones, have.
 */
export async function writeTexts(
	source: string,
	made: string,
	modules: Iterable<string>,
): Promise<void> {
	const read = (name: string): Promise<Texts> =>
		Bun.file(join(source, name)).json();
	const write = (name: string, texts: Texts) =>
		Bun.write(join(made, name), `${JSON.stringify(texts, null, "\t")}\n`);
	const [english, german, bundle, pictures] = await Promise.all([
		read("package.nls.json"),
		read("package.nls.de.json"),
		read("l10n/bundle.l10n.de.json"),
		read("l10n/pictures.de.json"),
	]);
	await Promise.all([
		write("package.nls.json", { ...english, ...toolTexts() }),
		write("package.nls.de.json", german),
		write("l10n/bundle.l10n.de.json", {
			...engine,
			...(await selectTexts(page, modules)),
			...bundle,
		}),
	]);
	const words = { ...pictures, ...pairs(english, german) };
	const folder = join(source, PICTURES);
	for (const name of await readdir(folder)) {
		const picture = await Bun.file(join(folder, name)).text();
		await Bun.write(
			join(made, PICTURES, name.replace(/\.svg$/, ".de.svg")),
			translatedPicture(picture, words),
		);
	}
}

/** Those of `translations` whose English text is a literal in one of the modules. */
async function selectTexts(
	translations: Texts,
	modules: Iterable<string>,
): Promise<Texts> {
	const sources = await Promise.all(
		[...modules].map((path) => Bun.file(path).text()),
	);
	const code = sources.join("\n");
	return Object.fromEntries(
		Object.entries(translations).filter(([text]) =>
			[JSON.stringify(text), `'${text}'`].some((each) => code.includes(each)),
		),
	);
}

/** The tools for language models, as the manifest declares them. */
export const languageModelTools = () =>
	Object.entries<ToolDefinition>(TOOLS).map(
		([name, { description, input }]) => ({
			name,
			displayName: `%${toolKey(name, "displayName")}%`,
			userDescription: `%${toolKey(name, "userDescription")}%`,
			modelDescription: description,
			inputSchema: input,
			canBeReferencedInPrompt: true,
			toolReferenceName: name.replaceAll("_", "-"),
			icon: "$(checklist)",
			tags: ["treeline", "learning"],
		}),
	);

/** The tools' texts for people, by the manifest's keys. */
export const toolTexts = (): Texts =>
	Object.fromEntries(
		Object.entries<ToolDefinition>(TOOLS).flatMap(
			([name, { title, userDescription }]) => [
				[toolKey(name, "displayName"), title],
				[toolKey(name, "userDescription"), userDescription],
			],
		),
	);

const toolKey = (name: string, field: string) =>
	`languageModelTools.${name}.${field}`;

const pairs = (english: Texts, german: Texts): Texts =>
	Object.fromEntries(
		Object.entries(english).map(([key, text]) => [text, german[key] ?? text]),
	);

/** What a picture says: its label and its words. */
const PICTURE_TEXT = /(aria-label="|<text [^>]*>)([^<"]+)/g;

/** The words of a picture. */
export const pictureTexts = (svg: string): string[] =>
	[...svg.matchAll(PICTURE_TEXT)].map(([, , text = ""]) => text);

/** A picture with its words translated, as far as `texts` has them. */
const translatedPicture = (svg: string, texts: Texts): string =>
	svg.replaceAll(
		PICTURE_TEXT,
		(_, before: string, text: string) => before + (texts[text] ?? text),
	);
