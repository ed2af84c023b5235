/** Messages that the functions of JavaScript and of Python share. */
import { listNames } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";

/** Of a function that lacks some parameters. */
export const noParameters = (
	name: string,
	where: string,
	missing: readonly string[],
): string =>
	missing.length > 1
		? msg`\`${name}\` (${where}) has no parameters ${listNames(missing)}; add them between its parentheses`
		: msg`\`${name}\` (${where}) has no parameter ${listNames(missing)}; add it between its parentheses`;
