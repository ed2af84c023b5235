/** HTTP as bytes, at both ends: what a well-behaved client or server cannot be made to send, and when each part of it arrives. */
import { createServer, connect as dial, type Socket } from "node:net";
import { until } from "./attempts-client.ts";

/** One end of a connection: what has come by it so far, and a way to answer. */
export interface Wire {
	/** Everything that has come, as text. */
	came(): string;
	/** Resolves when `part` has come. */
	has(part: string): Promise<void>;
	send(text: string): void;
	/** Whether the other end has closed it. */
	closed(): boolean;
	/** Closes it at once, whatever is under way. */
	cut(): void;
}

function wireOf(socket: Socket): Wire {
	let came = "";
	let closed = false;
	socket.on("data", (bytes) => {
		came += bytes.toString("latin1");
	});
	socket.on("error", () => {});
	socket.on("close", () => {
		closed = true;
	});
	return {
		came: () => came,
		has: (part) => until(() => came.includes(part)),
		send: (text) => void socket.write(text, "latin1"),
		closed: () => closed,
		cut: () => void socket.destroy(),
	};
}

/** A client's connection to `address`. */
export function connectTo(address: string): Promise<Wire> {
	const { hostname, port } = new URL(address);
	return new Promise((resolve, reject) => {
		const socket = dial(Number(port), hostname, () => resolve(wireOf(socket)));
		socket.on("error", reject);
	});
}

/** A server whose every connection is handed to `answer`. */
export async function serveRaw(answer: (wire: Wire) => void): Promise<{
	/** Its address without a closing slash. */
	url: string;
	stop(): void;
}> {
	const wires: Wire[] = [];
	const server = createServer((socket) => {
		const wire = wireOf(socket);
		wires.push(wire);
		answer(wire);
	});
	await new Promise<void>((resolve) =>
		server.listen(0, "127.0.0.1", () => resolve()),
	);
	const address = server.address();
	const port = typeof address === "object" ? address?.port : null;
	return {
		url: `http://127.0.0.1:${port}`,
		stop() {
			for (const wire of wires) wire.cut();
			server.close();
		},
	};
}
