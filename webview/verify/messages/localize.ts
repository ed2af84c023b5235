/** Shows the engine's English messages in another language, by the templates and values that were recorded of them. */
import type { AssertionResult, ParseDiagnostic } from "../shapes.ts";
import type { Check, Verifier } from "../worker/verifier.ts";
import type { RecordedMessages } from "./msg.ts";

/**
 * English template → its translation. Beside `{0}`, a translation has `{0:dative}`, a value in the dative case, `{0:same}`, in the case
 * that is asked of the whole, and `[der|dem]`, of which the second stands in the dative case. A value in backticks is code.
 */
export type EngineBundle = Readonly<Record<string, string>>;

type Form = "nominative" | "dative";

/** How deep the parts of a message nest. */
const mostNested = 12;
const slot =
	/\{(\d)(?::(same|dative|capital))?\}|\[([^[\]|{}`]*)\|([^[\]|{}`]*)\]|`/g;

/** `text` in the language of `bundle`; as it is where it was not recorded or has no translation, as of results that were stored. */
export function localizeMessage(
	text: string,
	messages: RecordedMessages | undefined,
	bundle: EngineBundle,
): string {
	const show = (part: string, form: Form, depth: number): string => {
		const made = messages?.get(part);
		const template = made?.template ?? part;
		const translation = Object.hasOwn(bundle, template)
			? bundle[template]
			: template.startsWith("{0:")
				? template
				: undefined;
		if (translation === undefined || depth > mostNested) return part;
		let isCode = false;
		const shown = translation.replace(
			slot,
			(
				found,
				index?: string,
				asked?: string,
				usual?: string,
				dative?: string,
			) => {
				if (found === "`") isCode = !isCode;
				if (usual !== undefined)
					return (form === "dative" ? dative : usual) ?? "";
				const value = index && made?.values[Number(index)];
				if (value === undefined || index === undefined) return found;
				return isCode ? value : show(value, formOf(asked, form), depth + 1);
			},
		);
		return template === "{0:capital}" && form !== "dative"
			? shown.charAt(0).toUpperCase() + shown.slice(1)
			: shown;
	};
	return show(text, "nominative", 0);
}

const formOf = (asked: string | undefined, whole: Form): Form =>
	asked === undefined ? "nominative" : asked === "dative" ? asked : whole;

/** The messages of a call in the language of `bundle`, and the English ones by what is shown in their place. */
export function localizeCheck(
	{ messages, ...check }: Check,
	bundle: EngineBundle,
): Check {
	const english = new Map<string, string>();
	const show = (text: string) => {
		const shown = localizeMessage(text, messages, bundle);
		english.set(shown, text);
		return shown;
	};
	/** What a near miss expects or has is code or words; only words are shown in another language. */
	const showWords = (text: string) =>
		text.includes(" ") ? localizeMessage(text, messages, bundle) : text;
	const resultOf = (one: AssertionResult): AssertionResult => ({
		...one,
		message: show(one.message),
		...(one.nearMiss && {
			nearMiss: {
				...one.nearMiss,
				expected: showWords(one.nearMiss.expected),
				actual: showWords(one.nearMiss.actual),
			},
		}),
	});
	const { result, diagnostics } = check;
	return {
		...check,
		english,
		result: {
			...result,
			fileResults: result.fileResults.map((file) => ({
				...file,
				results: file.results.map(resultOf),
			})),
			crossFileResults: result.crossFileResults.map(resultOf),
		},
		// Object.fromEntries makes own keys of any path, `__proto__` included.
		diagnostics: Object.fromEntries(
			Object.entries(diagnostics).map(([path, all]) => [
				path,
				all.map(
					(one): ParseDiagnostic => ({ ...one, message: show(one.message) }),
				),
			]),
		),
	};
}

/** A verifier whose messages are in the language of what `load` resolves with at the time of a call; null is English, as is a bundle that fails. */
export function localizeVerifier(
	verifier: Verifier,
	load: () => Promise<EngineBundle | null>,
): Verifier {
	const check: Verifier["check"] = async (...request) => {
		const [checked, bundle] = await Promise.all([
			verifier.check(...request),
			load().catch(() => null),
		]);
		if (bundle) return localizeCheck(checked, bundle);
		const { messages: _, ...english } = checked;
		return english;
	};
	return {
		check,
		diagnose: async (files) => (await check({}, files)).diagnostics,
		close: () => verifier.close(),
	};
}

/** All texts of a call that may be shown in another language. */
export function* messagesIn({
	result,
	diagnostics,
}: Pick<Check, "result" | "diagnostics">): Generator<string> {
	const all = [
		...result.fileResults.flatMap(({ results }) => results),
		...result.crossFileResults,
	];
	for (const { message, nearMiss } of all) {
		yield message;
		if (nearMiss) yield* [nearMiss.expected, nearMiss.actual];
	}
	for (const found of Object.values(diagnostics))
		for (const { message } of found) yield message;
}
