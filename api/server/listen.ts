/** Listens on an address. The port is taken before anything else is opened, so that a taken port costs nothing. */
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import {
	type Application,
	createRequestHandler,
	type Drain,
	type RequestHandlerParts,
} from "./handle-request-cors-and-drain.ts";
import type { Traffic } from "./log-and-metrics.ts";
import { MAX_IDLE_MS } from "./request-context-address-and-deadline.ts";
import type { Stop } from "./shutdown.ts";

interface Address {
	host: string;
	port: number;
	prefix: "" | "BACKEND_";
}

interface Listener {
	/** The address as a URL, with the real port. */
	url: string;
	port: number;
	/** Ends the listener and its connections at once, so that another can have the port. */
	close(): Promise<void>;
	/** The address at the other end of a request's connection; null when it is gone, or another listener's. */
	peer(request: Request): string | null;
	/** From now on `app` answers. */
	serve(app: Application): void;
	/** Ends as the parts' drain has it; then cuts what is left. */
	stop(): Promise<void>;
}

/**
 * Takes `host:port`, where port 0 is any that is free; `starting` answers until there is something to serve. The settings named
 * `<prefix>HOST` and `<prefix>PORT` are what to change when it cannot be had (StartupError).
 *
 * @param isChild the port is shared with other children of one parent, and only taken when there is something to serve: each process that listens gets
 * some of the requests
 */
export function listen(
	{ host, port, prefix }: Address,
	starting: Application,
	parts: RequestHandlerParts,
	isChild = false,
): Listener {
	const { drain } = parts;
	const { fetch, serve } = createRequestHandler(starting, parts);
	const open = () => {
		try {
			return Bun.serve({
				hostname: host,
				port,
				// Two services on one address would each get some of the requests.
				reusePort: isChild,
				fetch,
				idleTimeout: IDLE,
				// Otherwise a request that makes the server itself fail is answered with our source.
				development: false,
			});
		} catch (error) {
			throw refusal(error, host, port, prefix);
		}
	};
	let server = isChild ? null : open();
	const realPort = server?.port ?? port;
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${realPort}`,
		port: realPort,
		peer: (request) => server?.requestIP(request)?.address ?? null,
		serve(app) {
			serve(app);
			server ??= open();
		},
		close: async () => server?.stop(true),
		async stop() {
			await drain.finished();
			// What is answered may still be on its way.
			await Promise.race([server?.stop(), Bun.sleep(drain.left())]);
			await server?.stop(true);
		},
	};
}

/** Which listeners a process has: by SERVE, the public one, the backend's, or both. `stops` gets what closes each. */
export function listenBoth(
	config: Config,
	starting: Application,
	stops: Stop[],
	{
		drain,
		traffic,
		cors,
		...parts
	}: Omit<RequestHandlerParts, "drain" | "traffic"> & {
		drain: () => Drain;
		traffic: (listener: "front" | "backend") => Traffic;
	},
): { outer: Listener | null; inner: Listener | null } {
	const { serve, host, port, backendHost, backendPort } = config;
	const open = (
		at: Address,
		more: Pick<RequestHandlerParts, "cors" | "traffic">,
	) => {
		const handler = { ...parts, ...more, drain: drain() };
		const listener = listen(at, starting, handler, config.isChild);
		stops.push(listener.stop);
		return listener;
	};
	const outer =
		serve === "backend"
			? null
			: open({ host, port, prefix: "" }, { cors, traffic: traffic("front") });
	const inner =
		serve === "front"
			? null
			: open(
					{ host: backendHost, port: backendPort, prefix: "BACKEND_" },
					{ traffic: traffic("backend") },
				);
	return { outer, inner };
}

export function refusal(
	error: unknown,
	host: string,
	port: number,
	prefix: string,
): StartupError {
	const { code } = error as { code?: string };
	if (code === "EADDRINUSE")
		return new StartupError(
			`Port ${port} on ${host} is taken, perhaps by a Treeline that already runs. Stop what uses it, or choose another port: ${prefix}PORT=${port + 1} npm start`,
		);
	if (code === "EACCES")
		return new StartupError(
			`Port ${port} on ${host} is not this user's to take. Choose one from 1024 on with ${prefix}PORT.`,
		);
	return new StartupError(
		`${host} is no address of this machine (${code ?? error}). Set ${prefix}HOST to one that is, such as 127.0.0.1.`,
	);
}

/** In seconds; a connection without a byte for longer is closed. */
const IDLE = MAX_IDLE_MS / 1000 + 5;
