/** Rate limits that the children of one parent share: the parent counts, a child asks it, and counts alone while it does not answer. */
import type { LimitStore } from "../server/create-rate-limits.ts";
import {
	bucketsElsewhere,
	bucketsInMemory,
	type Level,
	windowElsewhere,
	windowInMemory,
} from "../server/rate-limit.ts";
import type { ParentLink } from "./child-ipc-and-configuration.ts";
import type { Draw, Drawn, LimitKind } from "./parent-child-message-types.ts";

/** The limits of a child. */
export const limitsOfParent = (
	parent: Pick<ParentLink, "limit">,
): LimitStore => ({
	buckets(name, size, own) {
		const draw = parent.limit(`address ${name}`, { size });
		return bucketsElsewhere(own, async (key): Promise<Level | null> => {
			const drawn = await draw("take", key);
			if (!Array.isArray(drawn)) return null;
			const [accepted, lacks] = drawn;
			return { accepted: accepted === 1, lacks };
		});
	},
	window(name, perMinute, own) {
		const draw = parent.limit(`user ${name}`, { perMinute });
		return windowElsewhere(own, async (user, counts) => {
			const drawn = await draw(counts ? "take" : "look", user);
			return typeof drawn === "number" ? drawn : null;
		});
	},
});

/** The parent's account of all limits. */
export function limitsForChildren() {
	const limits = new Map<string, (draw: Draw) => Drawn | Promise<Drawn>>();
	return {
		/** The first child that declares a limit makes it. */
		declare(name: string, kind: LimitKind): void {
			if (!limits.has(name)) limits.set(name, limitOf(kind));
		},
		draw: (draws: readonly Draw[]): Promise<Drawn[]> =>
			Promise.all(draws.map((draw) => limits.get(draw[0])?.(draw) ?? 0)),
	};
}

function limitOf(kind: LimitKind): (draw: Draw) => Drawn | Promise<Drawn> {
	if ("perMinute" in kind) {
		const window = windowInMemory(kind.perMinute);
		return ([, step, user]) =>
			step === "take" ? window.take(user) : window.wait(user);
	}
	const buckets = bucketsInMemory(kind.size);
	return ([, , key]) => {
		const { accepted, lacks } = buckets.take(key);
		return [accepted ? 1 : 0, lacks];
	};
}
