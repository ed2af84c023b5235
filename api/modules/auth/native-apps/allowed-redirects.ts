/** The addresses that a native app may be redirected to: those of known editors, on desktops and on the web, and loopback addresses (RFC 8252). */

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

/** Editors that are web pages, by their host. The page `/callback` of each hands an address over to the extension that is named in it. */
const WEB_EDITORS: Record<string, string> = {
	"vscode.dev": "VS Code for the Web",
	"insiders.vscode.dev": "VS Code for the Web (Insiders)",
};

const MAX_REDIRECT_LENGTH = 2000;

const LOOPBACK = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\//;

/** Shown for a program that signs in by a redirect to a loopback address, which does not tell its name. */
export const PROGRAM = "A program on this computer";

interface EditorRedirect {
	uri: string;
	/** For a person: what asks. */
	client: string;
	/** As a CSP source. */
	source: string;
}

/** The redirect when it is on the list; null for anything else (RFC 8252, sections 7.1, 7.3 and 8.3). */
export function editorRedirect(uri: string): EditorRedirect | null {
	const url = URL.parse(uri);
	if (!url || uri.length > MAX_REDIRECT_LENGTH || !/^[!-[\]-~]+$/.test(uri))
		return null;
	if (url.username || url.password || uri.includes("#")) return null;
	const port = Number(LOOPBACK.exec(uri)?.[1]);
	if (port > 0 && port <= 65_535)
		return {
			uri,
			client: PROGRAM,
			source: `http://127.0.0.1:${port}`,
		};
	const web = webEditor(url);
	if (web) return { uri, client: web, source: url.origin };
	const scheme = url.protocol.slice(0, -1);
	const client = Object.hasOwn(EDITORS, scheme) ? EDITORS[scheme] : null;
	if (!client || !uri.startsWith(`${scheme}://${EXTENSION}/`)) return null;
	return { uri, client, source: url.protocol };
}

/** The editor that is a web page, if `url` hands the outcome to the extension there; null otherwise. */
function webEditor({
	protocol,
	host,
	pathname,
	searchParams,
}: URL): string | null {
	if (protocol !== "https:" || pathname !== "/callback") return null;
	const isExtension =
		searchParams.getAll("vscode-authority").join() === EXTENSION;
	return isExtension && Object.hasOwn(WEB_EDITORS, host)
		? (WEB_EDITORS[host] ?? null)
		: null;
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
