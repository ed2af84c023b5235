/**
 * The least that could answer: an Elysia with one route for each body that it is given, as JSON on standard input, and nothing else;
 * where there is none, with a 304. Prints its address.
 */
import { Elysia } from "elysia";

const app = new Elysia();
const bodies: Record<string, string | null> = await Bun.stdin.json();
for (const [path, body] of Object.entries(bodies)) {
	const headers = { "content-type": "application/json" };
	app.get(path, () =>
		body === null
			? new Response(null, { status: 304, headers: { etag: '"1"' } })
			: new Response(body, { headers }),
	);
}
app.listen({ hostname: "127.0.0.1", port: 0 });
console.log(`http://127.0.0.1:${app.server?.port}`);
