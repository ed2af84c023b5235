/** A way to a database that a test can cut: what is open breaks, and nothing gets through until it is mended. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CutOff {
	host: string;
	port: number;
	cut(): void;
	mend(): void;
	close(): Promise<void>;
}

/** @param host also the folder of a Unix socket */
export async function cutOffable(host: string, port: number): Promise<CutOff> {
	const open = new Set<Socket>();
	let whole = true;
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
			one.pipe(other);
		}
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
		async close() {
			cut();
			server.close();
			await once(server, "close");
		},
	};
}
