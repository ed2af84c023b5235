/** Listening on an address: taken before anything is opened, so that a taken port costs nothing; serving once there is something to serve. */
import { refuseAddress } from "./http/address.ts";
import { problemFor, type Report } from "./http/problems.ts";
import { StartupError } from "./startup-error.ts";

interface Listener {
	/** The address as a URL, with the real port. */
	url: string;
	port: number;
	/** The address at the other end of a request's connection; null when it is gone, or another listener's. */
	peer(request: Request): string | null;
	/** From now on `app` answers. */
	serve(app: Application): void;
	/** Refuses new requests, waits for those under way at most `graceMs`, then cuts what is left. */
	stop(graceMs: number): Promise<void>;
}

interface Application {
	fetch(request: Request): Response | Promise<Response>;
}

/** In seconds; a connection without a byte for longer is closed. */
const IDLE = 60;

/** Answers while the program starts. */
const starting: Application = {
	fetch: () =>
		Response.json(
			{ status: "starting" },
			{ status: 503, headers: { "retry-after": "1" } },
		),
};

/**
 * Takes `host:port`, where port 0 is any that is free. The settings named `<prefix>HOST` and `<prefix>PORT` are what to change when
 * it cannot be had (StartupError). What fails outside an application is answered as a problem, too.
 */
export function listen(
	host: string,
	port: number,
	prefix: "" | "BACKEND_",
	report: Report,
): Listener {
	let current = starting;
	try {
		const server = Bun.serve({
			hostname: host,
			port,
			async fetch(request) {
				try {
					refuseAddress(request);
					return await current.fetch(request);
				} catch (error) {
					return problemFor(error, request, report);
				}
			},
			idleTimeout: IDLE,
			// Otherwise a request that makes the server itself fail is answered with our source.
			development: false,
		});
		return {
			url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
			port: server.port ?? port,
			peer: (request) => server.requestIP(request)?.address ?? null,
			serve(app) {
				current = app;
			},
			async stop(graceMs) {
				await Promise.race([server.stop(), Bun.sleep(graceMs)]);
				await server.stop(true);
			},
		};
	} catch (error) {
		throw refusal(error, host, port, prefix);
	}
}

function refusal(
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
