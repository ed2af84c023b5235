/** As much of a browser as a sign-in needs: cookies by host, redirects one at a time, and a taste for pages. */

export interface Browser {
	/** One request, whose redirect is not followed. */
	ask(url: string, init?: RequestInit): Promise<Response>;
	/** Follows redirects until there is none, or one leads to a `stop` address; answers that and the way there. */
	follow(
		url: string,
		init?: RequestInit & { stop?: (location: string) => boolean },
	): Promise<{ answer: Response; way: string[] }>;
	/** The cookies of a host, by name. */
	cookies(url: string): Map<string, string>;
}

/**
 * @param headers sent with every request, on top of a browser's own
 * @param options of every request: of TLS, for example
 */
export function openBrowser(
	headers: Record<string, string> = {},
	options: RequestInit = {},
): Browser {
	const jars = new Map<string, Map<string, string>>();
	const jar = (url: string) => {
		const { host } = new URL(url);
		const kept = jars.get(host) ?? new Map<string, string>();
		jars.set(host, kept);
		return kept;
	};
	const ask = async (url: string, init: RequestInit = {}) => {
		const cookie = [...jar(url)].map((pair) => pair.join("=")).join("; ");
		const answer = await fetch(url, {
			...options,
			...init,
			redirect: "manual",
			headers: {
				accept: "text/html,application/xhtml+xml,*/*;q=0.8",
				...(cookie && { cookie }),
				...headers,
				...(init.headers as Record<string, string>),
			},
		});
		for (const line of answer.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/;\s*max-age=0\b/i.test(line)) jar(url).delete(name);
			else jar(url).set(name, value);
		}
		return answer;
	};
	return {
		ask,
		cookies: jar,
		async follow(url, { stop, ...init } = {}) {
			const way = [url];
			let answer = await ask(url, init);
			for (let hops = 0; hops < 20; hops++) {
				const location = answer.headers.get("location");
				if (location === null) return { answer, way };
				const next = new URL(location, way.at(-1)).href;
				way.push(next);
				if (stop?.(next) || !/^https?:/.test(next)) return { answer, way };
				answer = await ask(next);
			}
			throw new Error(`a circle of redirects: ${way.join(" → ")}`);
		},
	};
}

/** The headers that say something: an empty one stands for one that is not sent. */
export const present = (headers: Record<string, string>) =>
	Object.fromEntries(Object.entries(headers).filter(([, value]) => value));
