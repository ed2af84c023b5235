/** Refusals of the service in German: what the reader is shown, and in which words. */
import { afterAll, afterEach, expect, test } from "bun:test";
import german from "../l10n/bundle.l10n.de.json";
import { setLanguage } from "../l10n/l10n.ts";
import { createApiCaller } from "./api-caller.ts";

const PROBLEM = { type: "", title: "", requestId: "" };
let answer = new Response();
const server = Bun.serve({ port: 0, fetch: () => answer });
const call = createApiCaller(server.url.href.replace(/\/$/, ""));

afterAll(() => server.stop(true));
afterEach(() => setLanguage("en", {}));

test.each([
	[404, "not_found", 'There is no pack "a". Choose another.', {}],
	[429, "rate_limited", "That was too much. Try again in 5 s.", {}],
])(
	"English: %d %s is shown as the service says it",
	async (status, code, detail, headers) => {
		answer = Response.json(
			{ ...PROBLEM, status, code, detail },
			{ status, headers },
		);
		await expect(call("GET /auth/session")).rejects.toMatchObject({
			code,
			detail,
		});
	},
);

test.each([
	[429, "rate_limited", "Too many. Try again in 5 s.", { "retry-after": "5" }],
	[503, "database_unavailable", "It is away. Try again in a few seconds.", {}],
	[400, "validation_failed", "The name is too long.", {}],
	[409, "slug_conflict", "Choose another slug.", {}],
	[412, "precondition_failed", "It was changed since you read it.", {}],
])(
	"%d %s: what the service says is the whole message",
	async (status, code, detail, headers) => {
		answer = Response.json(
			{ ...PROBLEM, status, code, detail },
			{ status, headers },
		);
		await expect(call("GET /auth/session")).rejects.toMatchObject({
			message: detail,
		});
	},
);

test.each([
	[
		404,
		"not_found",
		"Das gibt es nicht, oder es wurde gelöscht. Prüfe die Adresse oder wähle aus der Liste der Pakete.",
	],
	[401, "session_expired", "Deine Sitzung ist beendet. Melde dich erneut an."],
	[429, "rate_limited", "Zu viele Anfragen. Versuche es in 5 Sekunden erneut."],
	[400, "validation_failed", "Der Dienst hat die Anfrage abgelehnt: It is so."],
	[409, "slug_conflict", "It is so."],
	[400, "constructor", "It is so."],
	[403, "unknown", "It is so. Lade die Seite neu und versuche es erneut."],
])("German: %d %s", async (status, code, message) => {
	setLanguage("de", german);
	answer = Response.json(
		{ ...PROBLEM, status, code, detail: "It is so." },
		{ status, headers: { "retry-after": "5" } },
	);
	await expect(call("GET /auth/session")).rejects.toMatchObject({
		code,
		message,
	});
});
