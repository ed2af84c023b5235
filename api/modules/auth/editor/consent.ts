/** Which redirects of editors are allowed, and the page that asks the learner for consent (contract, section 5). */
import { html, smallPage } from "../../../server/html-page.ts";

export const CONSENT = "/api/auth/consent";

/** @param learner whose account it is, by name */
export function consentPage(
	ticket: string,
	redirect: string,
	learner: string,
): Response {
	const { client = "", source = "" } = editorRedirect(redirect) ?? {};
	return smallPage({
		status: 200,
		title: `Sign in ${lower(client)}?`,
		body: html`<p>${client} asks to use the Treeline account of <strong>${learner}</strong>: it will see and record your attempts and settings, until you sign it out.</p>
<p>If you did not just start this there, choose “No”.</p>
<form method="post" action="${CONSENT}">
<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="first" name="answer" value="yes">Yes, sign in</button> <button name="answer" value="no">No</button></p>
</form>`,
		formAction: `'self' ${source}`,
	});
}

/** Within a sentence; an editor's name stays as it is. */
const lower = (client: string) => client.replace(/^A /, "a ");

/** The extension, as `publisher.name`: what an editor hands its addresses to. */
export const EXTENSION = "treeline.treeline";

/** Desktop editors by the scheme that they open. */
const EDITORS: Record<string, string> = {
	vscode: "VS Code",
	"vscode-insiders": "VS Code Insiders",
	"code-oss": "Code - OSS",
	vscodium: "VSCodium",
	"vscodium-insiders": "VSCodium Insiders",
	cursor: "Cursor",
	windsurf: "Windsurf",
	positron: "Positron",
	trae: "Trae",
	kiro: "Kiro",
	antigravity: "Antigravity",
};

const LONGEST = 2000;

const LOOPBACK = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\//;

export interface EditorRedirect {
	uri: string;
	/** For a person: what asks. */
	client: string;
	/** As a CSP source. */
	source: string;
}

/** The redirect when it is on the list; null for anything else (RFC 8252, sections 7.1, 7.3 and 8.3). */
export function editorRedirect(uri: string): EditorRedirect | null {
	const url = URL.parse(uri);
	if (!url || uri.length > LONGEST || !/^[!-[\]-~]+$/.test(uri)) return null;
	if (url.username || url.password || uri.includes("#")) return null;
	const port = Number(LOOPBACK.exec(uri)?.[1]);
	if (port > 0 && port <= 65_535)
		return {
			uri,
			client: "A program on this computer",
			source: `http://127.0.0.1:${port}`,
		};
	const scheme = url.protocol.slice(0, -1);
	const client = Object.hasOwn(EDITORS, scheme) ? EDITORS[scheme] : null;
	if (!client || !uri.startsWith(`${scheme}://${EXTENSION}/`)) return null;
	return { uri, client, source: url.protocol };
}

/** The address that carries the outcome; names that are in it already give way. */
export function withOutcome(
	uri: string,
	name: "code" | "error",
	value: string,
): string {
	const url = new URL(uri);
	url.searchParams.delete("code");
	url.searchParams.delete("error");
	url.searchParams.set(name, value);
	return url.href;
}
