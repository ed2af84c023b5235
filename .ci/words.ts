/** Words that the field has another name for. Refused in identifiers and comments, so that the old names do not come back. */
import { type House, isCode, lineAt } from "./house.ts";

/** By folder: patterns of refused words, and the word to use instead. Names are matched word by word: `openFiles` as "open files". */
const REFUSED: [folder: RegExp, words: [word: string, instead: string][]][] = [
	[
		/^webview\/verify\/(?!model\/|match\/|pattern\/)/,
		[
			["attend(?:ance|ed)", "hooks, session"],
			["announce(?:s|d|ment)?", "report, onStep"],
			["condemn(?:s|ed)?", "timed out"],
			["harmless only", "skipUserPatterns"],
			["desk", "context"],
			["open files", "treeCache"],
			["give back", "release"],
			["honestly", "withTimeGuard"],
			["certain query", "FullCaptureQuery"],
			["told|telling", "reported, distinctive"],
			["slips?", "typo"],
			["plain words", "regexLiterals"],
			["grain|patience", "tickMs, timeout"],
			["run(?:s|ning)? ?away|ran away", "times out"],
			["doors?|house", "interface, package"],
			["nobody|somebody|whoever", "the caller, the user, the file"],
			["mend(?:s|ed|ing)?", "fix"],
		],
	],
	[
		/^api\/(?!test\/|bench\/|.*\.test\.ts$)/,
		[
			["shel(?:f|ves)", "cache, resourceProvider"],
			["deeds?", "command, service"],
			["desks?", "service"],
			["crowds?", "concurrencyLimit"],
			["wish(?:es)?", "intent"],
			["vitals", "healthState"],
			["survivors?", "orphan"],
			["mishaps?", "error"],
			["news", "notifications"],
			["patience", "timeout"],
			["told", "reported, called, sent"],
			["judge[sd]?", "verify"],
			["mend(?:s|ed|ing)?", "fix"],
			["crossing", "cors"],
			["printed of", "serialized body"],
			["graver", "above that level"],
			["whoever", "the client, the user, the sender"],
			["somebody", "a user, a client"],
			["whom", "the user, the client"],
		],
	],
];

/** A text with its names in words, each line in its place. */
const inWords = (text: string) =>
	text.replace(/([a-z])(?=[A-Z])/g, "$1 ").toLowerCase();

/** Every refused word of the code, with its place and the word to use instead. */
export function refusedWords(house: House): string[] {
	return [...house].flatMap(([path, code]) => {
		const rules = REFUSED.filter(([folder]) => folder.test(path));
		if (rules.length === 0 || !isCode(path)) return [];
		const text = inWords(code);
		return rules
			.flatMap(([, words]) => words)
			.flatMap(([word, instead]) =>
				[...text.matchAll(new RegExp(`\\b(?:${word})\\b`, "g"))].map(
					(match) =>
						`${path}:${lineAt(text, match.index)}: "${match[0]}": use ${instead}`,
				),
			);
	});
}
