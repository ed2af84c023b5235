/**
 * The connection to Redis or Valkey. Nobody ever waits for a cache that is down, slow or starting: a call is answered within its time
 * or with null, and from then on every call with null at once, until the cache answers again and takes writes.
 */
import { RedisClient } from "bun";

/** What runs in the cache as one step; made by {@link script}. */
interface Script {
	text: string;
	sha1: string;
}

export interface Redis {
	/** Runs `script` on `key`; null when the cache does not answer. */
	run(
		script: Script,
		key: string,
		...values: string[]
	): Promise<unknown[] | null>;
	/** Whether the cache answers and takes writes now. */
	isUsable(): Promise<boolean>;
	close(): void;
}

/** In milliseconds: what an answer may take, what a connection may take, and how long one that failed is left alone. */
const TIMEOUT_MS = 500;
const CONNECTING = 1000;
const REST = 1000;

export function script(text: string): Script {
	return {
		text,
		sha1: new Bun.CryptoHasher("sha1").update(text).digest("hex"),
	};
}

/** Fails also where only writes do: at a replica, or when its memory is full. */
const probe = (client: RedisClient) =>
	client.send("SET", ["treeline:probe", "", "PX", "1000"]);

/** Opens the cache at `url`. It need not be there: `say` tells a person when it is gone and when it is back. */
export async function openRedis(
	url: string,
	say: (line: string) => void,
): Promise<Redis> {
	let live: RedisClient | null = null;
	let timer: Timer | undefined;
	let closed = false;
	let silent = false;

	const connect = async () => {
		const fresh = new RedisClient(url, {
			autoReconnect: false,
			enableOfflineQueue: false,
			connectionTimeout: CONNECTING,
		});
		try {
			await within(CONNECTING + TIMEOUT_MS, fresh.connect());
			await within(TIMEOUT_MS, probe(fresh));
		} catch (error) {
			gone(fresh, error);
			return;
		}
		if (closed) return fresh.close();
		live = fresh;
		fresh.onclose = (error) => {
			if (live === fresh) gone(fresh, error);
		};
		if (silent)
			say(
				"The cache can be used again; limits are shared, and responses as well.",
			);
		silent = false;
	};

	const gone = (client: RedisClient, error: unknown) => {
		if (client === live) live = null;
		client.close();
		if (closed) return;
		if (!silent)
			say(
				`The cache at CACHE_URL cannot be used (${error instanceof Error ? error.message : error}). Until it can, each process limits by itself and shares no responses.`,
			);
		silent = true;
		clearTimeout(timer);
		timer = setTimeout(connect, REST);
	};

	/** What `ask` gets from the cache; null when there is no cache to ask, or it fails. */
	const ask = async <Answer>(
		ask: (client: RedisClient) => Promise<Answer>,
	): Promise<Answer | null> => {
		const client = live;
		if (!client) return null;
		try {
			return await within(TIMEOUT_MS, ask(client));
		} catch (error) {
			if (client === live) gone(client, error);
			return null;
		}
	};

	await connect();
	return {
		run: ({ text, sha1 }, key, ...values) =>
			ask(async (client) => {
				const rest = ["1", key, ...values];
				try {
					return await client.send("EVALSHA", [sha1, ...rest]);
				} catch (error) {
					// A cache that was restarted has forgotten its scripts.
					if (!String(error).includes("NOSCRIPT")) throw error;
					return await client.send("EVAL", [text, ...rest]);
				}
			}),
		isUsable: async () => (await ask(probe)) !== null,
		close() {
			closed = true;
			clearTimeout(timer);
			live?.close();
		},
	};
}

/** Rejects when `work` takes longer than `milliseconds`. An answer that is there already counts, however late this process wakes up. */
function within<Result>(
	milliseconds: number,
	work: Promise<Result>,
): Promise<Result> {
	return new Promise((resolve, reject) => {
		const late = () => reject(new Error(`no answer within ${milliseconds} ms`));
		let timer = setTimeout(() => {
			timer = setTimeout(late, 1);
		}, milliseconds);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
