/** Text that a request brings and the database can hold: no NUL, no half of a surrogate pair (contract, section 2). */

/** Why `text` cannot be stored; null when it can. */
export function textFault(text: string): string | null {
	if (text.includes("\0")) return "has a NUL character";
	if (!text.isWellFormed()) return "has half of a surrogate pair";
	return null;
}
