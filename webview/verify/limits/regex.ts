/**
 * Guards the authors' regular expressions. Rule: catastrophic backtracking is a fault of the check, never a miss of the learner. Some
 * JavaScript engines never end such a match, others give up and return no match. The result of an expression that provably ends
 * soon is always accepted; of any other expression a slow result is rejected.
 */

import { msg } from "../messages/msg.ts";
import { CheckFault, tookTooLong } from "../results/fault.ts";
import { now } from "./clock.ts";

/** Longest regular expression, in UTF-16 units. */
export const regexCap = 1024;
/** A result that takes longer than this, in milliseconds, is rejected: searching a whole file takes a fraction of it. */
const slowAnswerMs = 100;

/**
 * Returns the result of `compute`, or `undefined` when it took so long that the engine may have given up. A slow result is computed
 * once more, because a busy machine can delay a correct one.
 */
export function withTimeGuard<Answer>(
	compute: () => Answer,
): Answer | undefined {
	for (let tries = 0; tries < 2; tries++) {
		const start = now();
		const answer = compute();
		if (now() - start < slowAnswerMs) return answer;
	}
	return undefined;
}

/** An author's regular expression. Throws a CheckFault when its result came too slowly to be reliable. */
class AuthorsRegExp extends RegExp {
	override exec(text: string): RegExpExecArray | null {
		if (isQuick(this.source, text.length)) return super.exec(text);
		const found = withTimeGuard(() => super.exec(text));
		if (found === undefined) throw new CheckFault(tookTooLong);
		return found;
	}
}

/** A regular expression from an author's source and flags (`i`, `m`, `s`, `u`); throws a fault that names the field. */
export function compileRegex(
	source: string,
	field: string,
	flags = "",
): RegExp {
	if (!/^[imsu]*$/.test(flags))
		throw new CheckFault(
			msg`its regular expression has the flags \`${flags}\`; its author should use none but i, m, s and u`,
			field,
		);
	if (source.length > regexCap)
		throw new CheckFault(
			msg`its regular expression is longer than ${regexCap} characters; its author should shorten it`,
			field,
		);
	try {
		return new AuthorsRegExp(source, flags);
	} catch {
		// Without the reason: each JavaScript engine words it in its own way, and a result is the same everywhere.
		throw new CheckFault(
			msg`its regular expression \`${source}\` is not valid; its author should correct it`,
			field,
		);
	}
}

/** Steps that an expression may take on one text. */
const mostSteps = 10_000_000;
const unbounded = /[*+]|\{\d+,\d*\}/g;

/**
 * Whether an expression provably ends soon on a text of this length: it has no nested repetitions or repeated branches, and few ways
 * to divide the text among its repetitions.
 */
export function isQuick(source: string, length: number): boolean {
	const bare = source
		.replace(/\\[^sSwWdD1-9]/g, "x")
		.replace(/\[(?:\\.|[^\]\\])*\]/g, "c")
		// White space before something else can be shared out in one way only.
		.replace(/\\s[*+](?=[xc\w"'=:,;@<>&%#/-](?![?*{]))/g, "");
	if (/\)(?:[*+]|\{)/.test(bare) || /\\[1-9]/.test(bare)) return false;
	const loose = bare.match(unbounded)?.length ?? 0;
	const choices = bare.match(/[?|]/g)?.length ?? 0;
	return (length + 1) ** (loose + 1) * 2 ** choices <= mostSteps;
}
