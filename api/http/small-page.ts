/** The few pages that the API answers itself: small, self-contained, in the system's own colours, and nothing in them runs. */

/** Text that is markup already. */
export class Markup {
	constructor(readonly text: string) {}
}

/** Markup with values put in as text; only Markup goes in as it is. */
export function html(
	parts: TemplateStringsArray,
	...values: (string | Markup | Markup[])[]
): Markup {
	const written = values.map((value) =>
		[value]
			.flat()
			.map((one) => (one instanceof Markup ? one.text : Bun.escapeHTML(one)))
			.join(""),
	);
	return new Markup(
		parts.map((part, index) => part + (written[index] ?? "")).join(""),
	);
}

/** System colours follow light, dark and forced colours by themselves. */
const STYLE = `:root{color-scheme:light dark;font:1rem/1.55 system-ui,sans-serif}
body{margin:0;padding:2rem 1.25rem;background:Canvas;color:CanvasText}
main{max-width:34rem;margin:8vh auto 0}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere}
a{color:LinkText}
label{display:block;font-weight:600;margin:0 0 .35rem}
input{font:inherit;width:100%;box-sizing:border-box;padding:.5rem .6rem;border:1px solid ButtonBorder;border-radius:.4rem;background:Field;color:FieldText}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;margin:1.5rem 0 0}
button,.button{font:inherit;padding:.5rem 1rem;border:1px solid ButtonBorder;border-radius:.4rem;background:ButtonFace;color:ButtonText;text-decoration:none;cursor:pointer}
.first{font-weight:600;border-width:2px;border-color:currentColor}
:focus-visible{outline:3px solid LinkText;outline-offset:2px}
small{font-size:.875rem}`;

const STYLE_HASH = new Bun.CryptoHasher("sha256")
	.update(STYLE)
	.digest("base64");

interface SmallPage {
	status: number;
	/** The heading, and the tab's title. */
	title: string;
	/** What follows the heading. */
	body: Markup;
	/** Where its form may lead, redirects included, as CSP sources; none unless given. */
	formAction?: string;
	headers?: Record<string, string>;
}

export function smallPage(page: SmallPage): Response {
	const { status, title, body, formAction = "'none'", headers } = page;
	const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Treeline</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
	return new Response(text, {
		status,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
			"x-content-type-options": "nosniff",
			// With none at all, a form's own request would come without an origin.
			"referrer-policy": "same-origin",
			"cross-origin-opener-policy": "same-origin",
			...headers,
		},
	});
}

/** Whether whoever asks reads pages: a browser, and no program that takes whatever comes. */
export const readsPages = (request: Request): boolean =>
	/\btext\/html\b/i.test(request.headers.get("accept") ?? "");
