/** The limit of concurrent turns of the chat, in all and by address (contract, section 8). */
import { ApiError } from "../../server/errors.ts";

const MAX_TOTAL = 64;
const MAX_PER_ADDRESS = 4;

/** Does `work` for `network` when there is room. Throws `rate_limited` or `overloaded`. */
export type ConcurrencyLimit = <Result>(
	network: string,
	work: () => Promise<Result>,
) => Promise<Result>;

export function concurrencyLimit(
	mostInAll: number = MAX_TOTAL,
	mostOfOne: number = MAX_PER_ADDRESS,
): ConcurrencyLimit {
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
