/** What the author of a check reads of its result. */
import type { AssertionResult } from "../shapes.ts";

/** As `faultMessage` begins. */
const faultPrefix = "Your code is not at fault, this check is: ";

/**
 * A result's message for the author of its check, without the words about an author: "its pattern is empty; write the code that is expected".
 * A function that needs no `return` is not one to rewrite: the check is what asks for the word.
 */
export function messageForAuthor({
	assertion,
	message,
	nearMiss,
}: Pick<AssertionResult, "assertion" | "message" | "nearMiss">): string {
	if (assertion?.type === "returnStatement" && nearMiss?.facet === "kind")
		return message.replace(
			/; [^;]*$/,
			", which `returnStatement` asks for; the pattern `return $_` takes this function, too",
		);
	if (nearMiss?.facet === "order" && message.includes(" must come after "))
		return `${message}. Where the order does not matter, ask for each part by itself in \`all\``;
	if (!message.startsWith(faultPrefix)) return message;
	return message
		.slice(faultPrefix.length)
		.replace(/; please tell its author$/, "")
		.replace(/; (?:its|their) author should /, "; ");
}
