/** Asks for a name and believes it. */
import { html, smallPage } from "../../http/small-page.ts";

/** @param fault what was wrong with the name that was sent */
export function formPage(fault?: string): Response {
	const said = fault
		? html`<p id="said" role="alert"><strong>${fault}</strong></p>`
		: html`<p id="said">Any name will do: this Treeline runs on your own machine and believes you. The same name is the same account.</p>`;
	return smallPage({
		status: fault ? 400 : 200,
		title: "Who are you?",
		body: html`<form method="post">
${said}
<label for="name">Name</label>
<input type="text" id="name" name="name" required maxlength="60" autocomplete="nickname" autofocus aria-describedby="said">
<p class="actions"><button class="first">Sign in</button> <a href="/">Back to Treeline</a></p>
</form>`,
		formAction: "'self'",
	});
}
