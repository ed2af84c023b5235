/** Replies that are under way at once: each is a call that costs, so that there is a bound for all visitors and one for each address. */
import { ApiError } from "../../server/errors.ts";

const MOST_IN_ALL = 64;
const MOST_OF_ONE = 4;

/** Does `work` for `network` when there is room. Throws `rate_limited` or `overloaded`. */
export type Crowd = <Result>(
	network: string,
	work: () => Promise<Result>,
) => Promise<Result>;

export function crowd(
	mostInAll: number = MOST_IN_ALL,
	mostOfOne: number = MOST_OF_ONE,
): Crowd {
	const byNetwork = new Map<string, number>();
	let all = 0;
	return async (network, work) => {
		const own = byNetwork.get(network) ?? 0;
		if (own >= mostOfOne) throw tooMany();
		if (all >= mostInAll) throw tooBusy();
		byNetwork.set(network, own + 1);
		all++;
		try {
			return await work();
		} finally {
			const left = (byNetwork.get(network) ?? 1) - 1;
			if (left > 0) byNetwork.set(network, left);
			else byNetwork.delete(network);
			all--;
		}
	};
}

const tooMany = () =>
	new ApiError(
		"rate_limited",
		"Several replies to your address are under way. Wait for one of them; nothing was stored.",
		[],
		{ "retry-after": "1" },
	);

const tooBusy = () =>
	new ApiError(
		"overloaded",
		"Too many replies are under way. Send the message again in a second; nothing was stored.",
	);
