/** The words for a member of a class that is used in another way than the one that is asked for. */
import { type Access, accessOf } from "../model/classes.ts";
import type { Miss } from "./miss.ts";

const kinds: Record<Access, string> = {
	get: "a getter",
	set: "a setter",
	method: "a method",
	field: "a field",
};

/** "`duration` (line 3) is a method; make it a getter: write `get` before it" */
export function memberWords(
	{ at, member, expected }: Miss,
	where: string,
): string {
	const name = `\`${at.value}\` (${where})`;
	const [own, wanted] = [accessOf(at), accessOf(member ?? at)];
	if (own === wanted)
		return at.facts.isStatic
			? `${name} belongs to the class itself; remove \`static\``
			: `${name} belongs to each object; write \`static\` before it`;
	const isAccessor = (one: Access) => one === "get" || one === "set";
	if (isAccessor(own) && isAccessor(wanted))
		return `${name} is ${kinds[own]} alone; add ${kinds[wanted]}: \`${expected}\``;
	const how =
		own === "field" || wanted === "field"
			? `\`${expected}\``
			: wanted !== "method"
				? `write \`${wanted}\` before it`
				: at.source.family === "python"
					? "remove the decorator"
					: `remove \`${own}\` before it`;
	return `${name} is ${kinds[own]}; make it ${kinds[wanted]}: ${how}`;
}
