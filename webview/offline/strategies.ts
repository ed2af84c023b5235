/** Caching strategies of the service worker. */

export interface NetworkFirst {
	fetch(): Promise<Response>;
	stored(): Promise<Response | undefined>;
	/** Time after which a stored response is used while the network has not answered, in milliseconds. */
	timeoutMs: number;
	/** Keeps the worker alive for the request that goes on behind a stored response. */
	waitUntil(work: Promise<unknown>): void;
}

/**
 * The network's response, or the stored one when the network fails, is slow, or answers with a server error. Without a stored
 * response, whatever the network says.
 */
export async function networkFirst(options: NetworkFirst): Promise<Response> {
	const { stored, timeoutMs, waitUntil } = options;
	const network = options.fetch();
	const answered = network.then(
		(response) => (response.status < 500 ? response : null),
		() => null,
	);
	waitUntil(answered);
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => resolve(null), timeoutMs);
	});
	const response = await Promise.race([answered, late]);
	clearTimeout(timer);
	return response ?? (await stored()) ?? network;
}
