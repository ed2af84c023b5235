/** The page on which a learner consents to the sign-in of an editor or a terminal. */
import { html, smallPage } from "../../../server/html-page.ts";
import { editorRedirect } from "./editor-redirect.ts";

const CONSENT = "/api/auth/consent";

/** @param learner whose account it is, by name */
export function consentPage(
	ticket: string,
	redirect: string,
	learner: string,
	request: Request,
): Response {
	const { client = "", source = "" } = editorRedirect(redirect) ?? {};
	const page = {
		status: 200,
		title: `Sign in ${lower(client)}?`,
		body: html`<p>${client} asks to use the Treeline account of <strong>${learner}</strong>: it will see and record your attempts and settings, until you sign it out.</p>
<p>If you did not just start this there, choose “No”.</p>
<form method="post" action="${CONSENT}">
<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="first" name="answer" value="yes">Yes, sign in</button> <button name="answer" value="no">No</button></p>
</form>`,
		formAction: `'self' ${source}`,
	};
	return smallPage(page, request);
}

/** Within a sentence; an editor's name stays as it is. */
const lower = (client: string) => client.replace(/^A /, "a ");
