/** Shows messages in German, as the page and the extension do, and finds what stays English. For tests. */
import german from "../messages/bundle.l10n.de.json";
import { localizeMessage } from "../messages/localize.ts";
import { recordedOf, recordMessages } from "../messages/msg.ts";

recordMessages();

/** Words of English messages that no German one has, placeholders that were not filled in, and forms that were not chosen. */
const ENGLISH =
	/(?<![\w`-])(the|is|has|have|never|line|expected|found|write|must|yet|this|its|first|of|what|add|it|and|not|no)(?![\w`])|\{\d|\[\p{L}*\|/iu;

/** The parser library's own words about a query, for the author of a check. */
const LIBRARY = /Wrong number of arguments to/;

export const inGerman = (message: string): string =>
	localizeMessage(message, recordedOf([message]), german);

/** What of `messages`, which this process has made, has English words in German, outside of code. */
export const notGerman = (messages: Iterable<string>): string[] =>
	[...messages]
		.filter((message) => !LIBRARY.test(message))
		.map((message) => `${message}\n${inGerman(message)}`)
		.filter((pair) =>
			ENGLISH.test((pair.split("\n")[1] ?? "").replace(/`[^`]*`/g, "")),
		);
