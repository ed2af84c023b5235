/**
 * Asks whether an editor may use the account. Any page can begin this flow silently, since the provider confirms whom it knows without
 * a word, and any program on the machine can listen on a loopback port: so a code leaves only by a person's click (RFC 8252, section 8.6).
 */
import { html, smallPage } from "../../../server/html-page.ts";
import { editorRedirect } from "./redirect.ts";

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
