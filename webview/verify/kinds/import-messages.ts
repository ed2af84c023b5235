/** Messages that the imports of JavaScript and of Python share. */
import { listNames } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";

/** Of an import that lacks some names. */
export const unnamed = (
	module: string,
	where: string,
	missing: readonly string[],
): string =>
	missing.length > 1
		? msg`The import from \`${module}\` (${where}) does not name ${listNames(missing)}; add them to the import`
		: msg`The import from \`${module}\` (${where}) does not name ${listNames(missing)}; add it to the import`;
