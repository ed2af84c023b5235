/**
 * Compares the texts of the page and the messages of the engine with their translations, and finds those that have none:
 * `bun webview/l10n/check.ts`, part of `npm run check`.
 */
import { join } from "node:path";
import engineGerman from "@treeline/verify/german";
import { Glob } from "bun";
import german from "./bundle.l10n.de.json";
import { extract, extractMessages, literals } from "./extract.ts";
import findings from "./findings.de.json";
import type { Bundle } from "./l10n.ts";

const BUNDLE = "webview/l10n/bundle.l10n.de.json";
const ENGINE_BUNDLE = "webview/verify/messages/bundle.l10n.de.json";
/** What is the same in every language: names, code, and shortcuts, whose keys are translated one by one. */
const FREE = /^(Treeline|\$name|name\.js|(Mod|Ctrl|Shift|Escape) [\S ]*)$/;

/** The program for learners in a terminal, which is below the page. */
const TERMINAL = "packs/tools/learn/**/*.ts";
const TERMINAL_BUNDLE = "packs/tools/learn/bundle.l10n.de.json";

/** The service's own pages; what programs are answered stands beside them, in English. */
const PAGES = ["api/server/*.ts", "api/modules/auth/**/*.ts"];
const PAGES_BUNDLE = "api/server/page-texts.de.json";

/** The tools' files that make findings, which the studio shows. */
const FINDINGS = [
	"packs/format/{cases,faults,path,read-pack,validate}.ts",
	"packs/tools/{challenge-faults,checks,strict}.ts",
];
const FINDINGS_BUNDLE = "webview/l10n/findings.de.json";
/** Descriptions of fields, for editors of JSON. */
const NOT_FOUND =
	/^(what is different|the whole file set|the check that must|true when|which numbered)/;

/** The files of the engine that make messages. */
const ENGINE = "webview/verify/**/*.ts";
const TOOLS =
	/\/(bench|mutation|node_modules|test)\/|\.test\.|\/attacks\.ts$|\/learn\/texts\.ts$/;

/**
 * Every fault of `sources` (path → source) and `bundle`, which is in the file `name`, as `path:line: what to do`. `allowsBare`: their texts
 * outside of `t` are not for readers.
 */
export function faultsOf(
	sources: ReadonlyMap<string, string>,
	bundle: Bundle,
	name = BUNDLE,
	allowsBare = false,
): string[] {
	const faults: string[] = [];
	const known = new Set<string>();
	for (const [path, source] of sources) {
		const { texts, misuses, bare } = extract(path, source);
		const tell = (line: number, fault: string) =>
			faults.push(`${path}:${line}: ${fault}`);
		for (const { line, text } of texts) {
			known.add(text);
			if (!bundle[text]) tell(line, `add "${text}" to ${name}`);
		}
		for (const { line } of misuses)
			tell(line, "call t in a function, with a literal: the language changes");
		for (const { line, text } of allowsBare ? [] : bare)
			if (!FREE.test(text)) tell(line, `put "${text}" into t(…)`);
	}
	return [...faults, ...bundleFaults(name, bundle, known)];
}

/** Every fault of the messages in the engine's `sources` and of their translations. */
export function engineFaultsOf(
	sources: ReadonlyMap<string, string>,
	bundle: Bundle,
): string[] {
	const faults: string[] = [];
	const known = new Set<string>();
	for (const [path, source] of sources) {
		const { texts, bare } = extractMessages(path, source);
		for (const { line, text } of texts) {
			known.add(text);
			if (!bundle[text])
				faults.push(`${path}:${line}: add "${text}" to ${ENGINE_BUNDLE}`);
		}
		for (const { line, text } of FOR_AUTHORS.test(path) ? [] : bare)
			faults.push(`${path}:${line}: put "${text}" into msg\`…\``);
	}
	// The extension has one bundle for both.
	const page: Bundle = german;
	for (const [english, translation] of Object.entries(bundle))
		if ((page[english] ?? translation) !== translation)
			faults.push(
				`${ENGINE_BUNDLE}: "${english}" has another translation in ${BUNDLE}`,
			);
	return [...faults, ...bundleFaults(ENGINE_BUNDLE, bundle, known)];
}

/** Every fault of the translations of findings: those of no text, and texts without one. */
export function findingFaultsOf(
	sources: ReadonlyMap<string, string>,
	bundle: Bundle,
): string[] {
	const known = new Set<string>();
	const faults: string[] = [];
	for (const [path, source] of sources)
		for (const { line, text, isProse } of literals(path, source)) {
			known.add(text);
			if (isProse && !bundle[text] && !NOT_FOUND.test(text))
				faults.push(`${path}:${line}: add "${text}" to ${FINDINGS_BUNDLE}`);
		}
	for (const english of Object.keys(bundle))
		if (!known.has(english))
			faults.push(`${FINDINGS_BUNDLE}: remove "${english}", which no code has`);
	return faults;
}

/** Files of the engine whose texts are code, or for authors of checks and operators. */
const FOR_AUTHORS =
	/\/(kinds\/(compile-|condition-)?faults|kinds\/located-assertions|results\/(author-message|fault)|parse\/(core|wasm-files|bytes\/\w+)|shapes|(match|model|worker)\/[\w-]+)\.ts$/;

/** Translations of no text, and those with other placeholders. */
function bundleFaults(
	name: string,
	bundle: Bundle,
	known: ReadonlySet<string>,
): string[] {
	const faults: string[] = [];
	for (const [english, translation] of Object.entries(bundle)) {
		if (!known.has(english))
			faults.push(`${name}: remove "${english}", which no code has`);
		if (placeholders(english) !== placeholders(translation))
			faults.push(`${name}: "${english}" has other placeholders`);
	}
	return faults;
}

/** Without the case that a translation of the engine asks for: `{0:dative}`. */
const placeholders = (text: string) =>
	[...new Set(text.replace(/(\{\d):\w+\}/g, "$1}").match(/\{\w+\}|\$/g))]
		.sort()
		.join();

const ROOT = join(import.meta.dir, "../..");

async function sourcesOf(pattern: string): Promise<Map<string, string>> {
	const paths = [...new Glob(pattern).scanSync(ROOT)]
		.filter((path) => !TOOLS.test(path))
		.sort();
	const sources = await Promise.all(
		paths.map((path) => Bun.file(join(ROOT, path)).text()),
	);
	return new Map(paths.map((path, index) => [path, sources[index] ?? ""]));
}

const sourcesOfAll = async (patterns: string[]) =>
	new Map(
		(await Promise.all(patterns.map(sourcesOf))).flatMap((one) => [...one]),
	);

if (import.meta.main) {
	const faults = [
		...faultsOf(await sourcesOf("webview/{app,host}/**/*.{ts,tsx}"), german),
		...faultsOf(
			await sourcesOf(TERMINAL),
			await Bun.file(join(ROOT, TERMINAL_BUNDLE)).json(),
			TERMINAL_BUNDLE,
		),
		...faultsOf(
			await sourcesOfAll(PAGES),
			await Bun.file(join(ROOT, PAGES_BUNDLE)).json(),
			PAGES_BUNDLE,
			true,
		),
		...findingFaultsOf(await sourcesOfAll(FINDINGS), findings),
		...engineFaultsOf(await sourcesOf(ENGINE), engineGerman),
	];
	for (const fault of faults) console.log(fault);
	process.exitCode = faults.length > 0 ? 1 : 0;
}
