/** A database server that can be cut off and come back: a line to the tests' own, as a network is. */
import { createServer, connect as dial, type Socket } from "node:net";
import { Transform } from "node:stream";

export interface Line {
	/** The settings of a program that reaches its database by this line. */
	env: { DB_HOST: string; DB_PORT: string };
	/** Ends every connection, and refuses those that come. */
	cut(): Promise<void>;
	mend(): Promise<void>;
	/** Resets every connection, as a machine does that has forgotten them; new ones work. */
	reset(): void;
	/** Keeps every connection and carries nothing, until it is let go. */
	hang(): void;
	letGo(): void;
	/** Carries nothing more on the connections that are open, and never ends them; new ones work. */
	abandon(): void;
	/** Each answer takes so many milliseconds longer; 0 = no longer. */
	slow(ms: number): void;
	/** Ends each connection at its next statement, as a server does whose administrator ends it; `message` is what that says. */
	terminate(message: string): void;
	/** Refuses new connections, as a server does that has none left, and is slow to close them. */
	refuse(message: string): void;
}

/** @param env where the server is: the folder of its socket, and its port */
export async function lineTo({
	DB_HOST,
	DB_PORT,
}: Record<string, string>): Promise<Line> {
	const ends = new Set<Socket>();
	let hangs = false;
	let delay = 0;
	let fatal: Uint8Array | null = null;
	let refusal: Uint8Array | null = null;
	const server = createServer((socket) => {
		if (refusal) {
			const answer = refusal;
			ends.add(socket.on("error", () => {}));
			socket.on("close", () => ends.delete(socket));
			socket.once("data", () => socket.write(answer));
			return;
		}
		const there = dial(`${DB_HOST}/.s.PGSQL.${DB_PORT}`);
		for (const [one, other] of [
			[socket, there],
			[there, socket],
		] as const) {
			ends.add(one);
			if (one === there) one.pipe(delayed(() => delay)).pipe(other);
			else one.pipe(other);
			if (hangs) one.pause();
			if (one === socket)
				one.prependListener("data", () => {
					if (!fatal) return;
					one.unpipe(there);
					one.end(fatal);
					there.destroy();
				});
			one.on("error", () => other.destroy());
			one.on("close", () => {
				ends.delete(one);
				other.destroy();
			});
		}
	});
	const listen = (port: number) =>
		new Promise<number>((resolve) =>
			server.listen(port, "127.0.0.1", () => {
				const address = server.address();
				resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
			}),
		);
	const port = await listen(0);
	return {
		env: { DB_HOST: "127.0.0.1", DB_PORT: String(port) },
		async cut() {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const end of ends) end.destroy();
			await closed;
		},
		reset() {
			for (const end of ends) end.resetAndDestroy();
		},
		hang() {
			hangs = true;
			for (const end of ends) end.pause();
		},
		letGo() {
			hangs = false;
			for (const end of ends) end.resume();
		},
		abandon() {
			for (const end of ends) {
				end.unpipe();
				end.pause();
			}
		},
		slow(ms) {
			delay = ms;
		},
		terminate(message) {
			fatal = fatalError("57P01", message);
		},
		refuse(message) {
			refusal = fatalError("53300", message);
		},
		async mend() {
			fatal = refusal = null;
			if (!server.listening) await listen(port);
		},
	};
}

/** Hands on what comes, in its order, after the time that is asked for. */
const delayed = (ms: () => number) =>
	new Transform({
		transform(chunk, _, done) {
			if (ms() === 0) done(null, chunk);
			else setTimeout(done, ms(), null, chunk);
		},
	});

/** The protocol's ErrorResponse that ends a connection. */
function fatalError(code: string, message: string): Uint8Array {
	const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
	const head = Buffer.alloc(5);
	head.write("E");
	head.writeInt32BE(fields.length + 4, 1);
	return Buffer.concat([head, fields]);
}
