/** A way to a database that a test can cut: what is open breaks, and nothing gets through until it is mended. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CutOff {
	host: string;
	port: number;
	cut(): void;
	mend(): void;
	/** From the first part that holds `text` on, what the server sends on a connection is kept back until it is let through. */
	hold(text: string): Held;
	close(): Promise<void>;
}

export interface Held {
	isHolding(): boolean;
	letThrough(): void;
}

/** @param host also the folder of a Unix socket */
export async function cutOffable(host: string, port: number): Promise<CutOff> {
	const open = new Set<Socket>();
	let whole = true;
	let held: { text: string; parts: Map<Socket, Uint8Array[]> } | null = null;
	const passOn = (far: Socket, near: Socket) => (part: Uint8Array) => {
		const kept = held?.parts.get(near);
		if (kept) kept.push(part);
		else if (held && Buffer.from(part).includes(held.text))
			held.parts.set(near, [part]);
		else if (!near.write(part)) {
			far.pause();
			near.once("drain", () => far.resume());
		}
	};
	const server = createServer((near) => {
		if (!whole) {
			near.destroy();
			return;
		}
		const far = host.startsWith("/")
			? connect(`${host}/.s.PGSQL.${port}`)
			: connect(port, host);
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			open.add(one);
			one.on("error", () => other.destroy());
			one.on("close", () => {
				open.delete(one);
				other.destroy();
			});
		}
		near.pipe(far);
		far.on("data", passOn(far, near));
		far.on("end", () => near.end());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const cut = () => {
		whole = false;
		for (const socket of open) socket.destroy();
	};
	return {
		host: "127.0.0.1",
		port: (server.address() as AddressInfo).port,
		cut,
		mend() {
			whole = true;
		},
		hold(text) {
			const parts = new Map<Socket, Uint8Array[]>();
			held = { text, parts };
			return {
				isHolding: () => parts.size > 0,
				letThrough() {
					held = null;
					for (const [near, kept] of parts)
						for (const part of kept) near.write(part);
				},
			};
		},
		async close() {
			cut();
			server.close();
			await once(server, "close");
		},
	};
}
