/** Renders the API's own small HTML pages: self-contained, in the colours of the web page, without scripts. */
import {
	filled,
	pageLanguage,
	SLOT,
	type Text,
	translated,
} from "./page-texts.ts";
import { cookieOf } from "./session-authentication.ts";

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

/**
 * Texts in the language of `request`: `t` as text, `markup` as markup, whose values are put in as text unless they are markup, and `show` for
 * those that were made before.
 */
export function pageTexts(request: Request) {
	const language = pageLanguage(request);
	return {
		language,
		t: (text: string, ...values: string[]): string =>
			filled({ text: translated(language, text), values }),
		markup: (text: string, ...values: (string | Markup)[]): Markup =>
			new Markup(
				translated(language, text).replace(SLOT, (slot, index) => {
					const value = values[Number(index)];
					return value === undefined ? slot : html`${value}`.text;
				}),
			),
		show: ({ text, values }: Text): string =>
			filled({ text: translated(language, text), values }),
	};
}

export type PageTexts = ReturnType<typeof pageTexts>;

/** The colours and shapes of the web page (`webview/app/theme`); with forced colours a browser uses the system's. */
const STYLE = `:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
:root{color-scheme:light dark;--text:light-dark(#17211c,#e4ebe6);--ground:light-dark(#f6f7f3,#0e1411);--raised:light-dark(#fff,#161e1a);--border:light-dark(#dde2db,#26312b);--border-strong:light-dark(#8a978f,#5d6d64);--accent:light-dark(#17603f,#7fd6a6);--on-accent:light-dark(#fff,#06140d);--link:light-dark(#17603f,#8fdcb2);font:1rem/1.6 system-ui,sans-serif}
*{box-sizing:border-box}
body{margin:0;padding:1rem clamp(1.25rem,4vw,2.5rem) 2rem;background:var(--ground);color:var(--text)}
.brand{display:flex;align-items:center;gap:.6rem;font-size:1.0625rem;font-weight:700;letter-spacing:-.02em}
.brand svg{width:1.75rem;fill:var(--accent)}
.brand path:first-child{opacity:.5}
main{max-width:34rem;margin:8vh auto 0;padding:clamp(1.25rem,5vw,2.25rem);background:var(--raised);border:1px solid var(--border);border-radius:12px}
h1{font-size:1.6rem;line-height:1.25;letter-spacing:-.02em;margin:0 0 1rem;text-wrap:balance}
p{margin:0 0 1rem;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.2em}
label{display:block;font-weight:600;margin:0 0 .35rem}
input{font:inherit;width:100%;padding:.5rem .7rem;border:1px solid var(--border-strong);border-radius:8px;background:var(--ground);color:inherit}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:center;margin:1.5rem 0 0}
button,.button{font:inherit;font-weight:550;padding:.45rem 1rem;border:1px solid var(--border-strong);border-radius:8px;background:var(--raised);color:inherit;text-decoration:none;cursor:pointer}
.first{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
small{font-size:.875rem}
@media (prefers-contrast:more){:root{--text:light-dark(#000,#fff);--ground:light-dark(#fff,#000);--raised:light-dark(#fff,#000);--border:var(--text);--border-strong:var(--text);--link:var(--text);--accent:light-dark(#0b4229,#a5edc6)}}
@media (forced-colors:active){.first{background:Highlight;border-color:Highlight;color:HighlightText;forced-color-adjust:none}.brand svg{fill:CanvasText}}`;

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

/** The theme that was chosen on the web page, which sets this cookie; `system` without one. */
function themeOf(request: Request): "light" | "dark" | "system" {
	const chosen = cookieOf(request, "treeline-theme");
	return chosen === "light" || chosen === "dark" ? chosen : "system";
}

/** Answers `request` with a page. */
export function smallPage(page: SmallPage, request: Request): Response {
	const { status, title, body, formAction = "'none'", headers } = page;
	const language = pageLanguage(request);
	const { text } = html`<!doctype html>
<html lang="${language}" data-theme="${themeOf(request)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Treeline</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<header class="brand"><svg viewBox="0 0 32 28" aria-hidden="true"><path d="M1 26l6.5-13L14 26zM18 26l6.5-11L31 26z"/><path d="M7.5 26L16 2l8.5 24z"/></svg>Treeline</header>
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
			"content-language": language,
			vary: "accept-language",
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

/** Whether the client reads HTML pages: a browser, and no program that accepts anything. */
export const readsPages = (request: Request): boolean =>
	/\btext\/html\b/i.test(request.headers.get("accept") ?? "");
