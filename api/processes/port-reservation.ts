/** Keeps ports for the children of one parent: another parent, whose children would share them by `reusePort`, is refused. */
import { refusal } from "../server/listen.ts";

export interface ReservedPort {
	host: string;
	port: number;
	prefix: "" | "BACKEND_";
}

/**
 * Reserves ports by abstract sockets, which end with the process, whatever becomes of the children. Throws StartupError when another
 * parent has one. @returns what gives them back
 */
export function reservePorts(ports: readonly ReservedPort[]): () => void {
	const sockets = ports.map(({ host, port, prefix }) => {
		try {
			return Bun.listen({
				unix: `\0treeline ${host}:${port}`,
				socket: { data() {}, open: (socket) => void socket.end() },
			});
		} catch (error) {
			throw refusal(error, host, port, prefix);
		}
	});
	return () => {
		for (const socket of sockets) socket.stop(true);
	};
}
