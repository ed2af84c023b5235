/** The words for a member of a class that is used in another way than the one that is asked for. */
import { msg } from "../messages/msg.ts";
import { type Access, accessOf } from "../model/classes.ts";
import type { Miss } from "./miss.ts";

const kinds: Record<Access, string> = {
	get: msg`a getter`,
	set: msg`a setter`,
	method: msg`a method`,
	field: msg`a field`,
};

/** "`duration` (line 3) is a method; make it a getter: write `get` before it" */
export function memberWords(
	{ at, member, expected }: Miss,
	where: string,
): string {
	const name = msg`\`${at.value}\` (${where})`;
	const [own, wanted] = [accessOf(at), accessOf(member ?? at)];
	if (own === wanted)
		return at.facts.isStatic
			? msg`${name} belongs to the class itself; remove \`static\``
			: msg`${name} belongs to each object; write \`static\` before it`;
	const isAccessor = (one: Access) => one === "get" || one === "set";
	if (isAccessor(own) && isAccessor(wanted))
		return msg`${name} is ${kinds[own]} alone; add ${kinds[wanted]}: \`${expected}\``;
	const how =
		own === "field" || wanted === "field"
			? `\`${expected}\``
			: wanted !== "method"
				? msg`write \`${wanted}\` before it`
				: at.source.family === "python"
					? msg`remove the decorator`
					: msg`remove \`${own}\` before it`;
	return msg`${name} is ${kinds[own]}; make it ${kinds[wanted]}: ${how}`;
}
