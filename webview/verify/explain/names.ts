/** Names that resemble each other: how a check finds what the learner probably meant. */
import { msg } from "../messages/msg.ts";

/** Longer names are not compared. */
const longest = 64;
/** More different names than this are not looked at, so that one large file cannot make a miss slow. */
const mostNames = 4000;

/**
 * The name among `names` that is closest to `wanted`, or `null` when none is close enough: equal but for capital letters,
 * or off by at most a third of its letters.
 */
export function closestName(
	wanted: string,
	names: Iterable<string>,
): string | null {
	if (wanted.length > longest) return null;
	const lower = wanted.toLowerCase();
	let best: string | null = null;
	let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
	let seen = 0;
	for (const name of names) {
		if (++seen > mostNames) break;
		if (name === wanted || name.length > longest) continue;
		const other = name.toLowerCase();
		// No need to count letters when there are too many more or fewer.
		if (Math.abs(other.length - lower.length) >= bestDistance) continue;
		if (hasOtherWord(name, wanted)) continue;
		const distance = editDistance(lower, other);
		// A one-letter name resembles every other; only its capital form is a typo.
		if (distance >= 1 && Math.min(name.length, wanted.length) < 2) continue;
		if (distance < bestDistance) {
			best = name;
			bestDistance = distance;
		}
	}
	return best;
}

/** The words of a name: `read_station`, `readStation`. */
const wordsOf = (name: string) =>
	name
		.replace(/([a-z\d])(?=[A-Z])/g, "$1_")
		.toLowerCase()
		.split(/[_\s-]+/)
		.filter((word) => word !== "");

/** Whether a name of one word is a word of a longer name, or the other way round: `id` and `station_id`. */
export function isWordOf(one: string, other: string): boolean {
	const [words, others] = [wordsOf(one), wordsOf(other)];
	const [short, long] =
		words.length < others.length ? [words, others] : [others, words];
	const [word, ...more] = short;
	return word !== undefined && more.length === 0 && long.includes(word);
}

/** Whether two names of several words differ by a whole word, such as `read_station` and `find_station`: they name different things. */
function hasOtherWord(one: string, other: string): boolean {
	const [words, others] = [wordsOf(one), wordsOf(other)];
	if (words.length < 2 || words.length !== others.length) return false;
	return words.some((word, index) => {
		const same = others[index] as string;
		const most = Math.max(word.length, same.length);
		return most > 2 && editDistance(word, same) > most / 2;
	});
}

/** Two words without what both begin and end with. */
function differingParts(one: string, other: string): [string, string] {
	const shorter = Math.min(one.length, other.length);
	let start = 0;
	while (start < shorter && one[start] === other[start]) start++;
	let end = 0;
	while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end))
		end++;
	return [
		one.slice(start, one.length - end),
		other.slice(start, other.length - end),
	];
}

/** Letters to insert, delete, replace or swap with a neighbour to turn `one` into `other`. */
export function editDistance(one: string, other: string): number {
	const [a, b] = differingParts(one, other);
	if (a === "" || b === "") return a.length + b.length;
	let beforePrevious: number[] = [];
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const current = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			let cost = Math.min(
				(previous[j] as number) + 1,
				(current[j - 1] as number) + 1,
				(previous[j - 1] as number) + (same ? 0 : 1),
			);
			if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				cost = Math.min(cost, (beforePrevious[j - 2] as number) + 1);
			current.push(cost);
		}
		beforePrevious = previous;
		previous = current;
	}
	return previous[b.length] as number;
}

/** Whether the edit distance of two words is 1 at most. */
export function isOneOff(one: string, other: string): boolean {
	if (Math.abs(one.length - other.length) > 1) return false;
	const [a, b] = differingParts(one, other);
	const isSwapped = a.length === 2 && a[0] === b[1] && a[1] === b[0];
	return Math.max(a.length, b.length) <= 1 || (isSwapped && b.length === 2);
}

/** How to speak of a name that is nearly right; `where` is its place. */
export const spellingAdvice = (
	actual: string,
	wanted: string,
	where: string,
) =>
	actual.toLowerCase() === wanted.toLowerCase()
		? msg`\`${actual}\` (${where}) differs from \`${wanted}\` only in capital letters; write \`${wanted}\``
		: msg`\`${actual}\` (${where}) is close to \`${wanted}\`; if you mean the same, write \`${wanted}\``;

/** Names for a sentence: "`a`, `b` and `c`". */
export function listNames(names: readonly string[]): string {
	const quoted = names.map((name) => `\`${name}\``);
	return quoted.length < 2
		? quoted.join("")
		: msg`${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}

/** Source text for a message: on one line and not too long. */
export function shortenCode(text: string, most = 40): string {
	const line = text.replace(/\s+/g, " ").trim();
	return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Text without white space, for comparisons that layout must not decide. */
export const withoutSpaces = (text: string) => text.replace(/\s+/g, "");

/** Methods that ask whether a text has another in it. */
const textTests =
	/^(includes|startsWith|endsWith|startswith|endswith|indexOf|search|match|test)$/;

/** Whether two methods both ask whether a text has another in it. */
export const areTextTests = (one: string, other: string): boolean =>
	one !== other && textTests.test(one) && textTests.test(other);

/** Methods that do something similar, so that one is likely meant as another. */
const families = [
	textTests,
	/^(find|filter|findLast|findIndex|some|every)$/,
	/^(slice|splice|substring|substr)$/,
];

/** Whether two methods do something similar. */
export const areAlike = (one: string, other: string): boolean =>
	families.some((family) => family.test(one) && family.test(other));
