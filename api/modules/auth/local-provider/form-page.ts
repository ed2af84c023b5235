/** Asks for a name and believes it. */
import { html, smallPage } from "../../../server/html-page.ts";

/** @param fault what was wrong with the name that was sent */
export function formPage(fault?: string): Response {
	const said = fault
		? html`<p id="said" role="alert"><strong>${fault}</strong></p>`
		: html`<p id="said">This Treeline runs on your own machine, so a name is enough. The same name always opens the same account.</p>`;
	return smallPage({
		status: fault ? 400 : 200,
		title: "Sign in",
		body: html`<form method="post">
${said}
<label for="name">Name</label>
<input type="text" id="name" name="name" required maxlength="60" autocomplete="nickname" autofocus aria-describedby="said">
<p class="actions"><button class="first">Sign in</button> <a href="/">Back to Treeline</a></p>
</form>`,
		formAction: "'self'",
	});
}
