/** Runs a solution's Express app on a free port for the length of one test file. */
import { afterAll } from "bun:test";
import { createServer } from "node:http";
import { solution } from "./solution.ts";

/** Starts the app that `path` exports by default; answers a fetch whose addresses are paths of that app. */
export async function serve(
	path = "app.js",
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
	const { default: app } = await solution<{
		default: Parameters<typeof createServer>[1];
	}>(path);
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as { port: number };
	return (at, init) => fetch(`http://127.0.0.1:${port}${at}`, init);
}
