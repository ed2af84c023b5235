/** The page's document inside a panel: the built one, with addresses that the panel can load and a policy that lets nothing else in. */
import * as vscode from "vscode";

/** Where the build put the page. */
export const pageFolder = (extensionUri: vscode.Uri): vscode.Uri =>
	vscode.Uri.joinPath(extensionUri, "dist", "page");

/** The document for `webview`, made of the built `index.html`. */
export async function panelDocument(
	webview: vscode.Webview,
	extensionUri: vscode.Uri,
	/** What the page is to show. */
	kind: "challenge" | "studio" = "challenge",
): Promise<string> {
	const folder = pageFolder(extensionUri);
	const index = vscode.Uri.joinPath(folder, "index.html");
	const html = new TextDecoder().decode(
		await vscode.workspace.fs.readFile(index),
	);
	const at = (path: string) =>
		webview.asWebviewUri(vscode.Uri.joinPath(folder, path)).toString();
	const nonce = createNonce();
	return html
		.replace(
			"<head>",
			`<head>\n<meta http-equiv="Content-Security-Policy" content="${policy(webview, nonce)}">`,
		)
		.replaceAll(
			/<(script|link rel="modulepreload") /g,
			(tag) => `${tag}nonce="${nonce}" `,
		)
		.replace(
			"<html ",
			`<html data-host="panel" data-panel="${kind}" data-language="${vscode.env.language}" `,
		)
		.replaceAll(
			/(src|href|data-worker|data-grammars)="\/([^"]*)"/g,
			(_, name: string, path: string) =>
				`${name}="${at(path)}${path.endsWith("/") ? "/" : ""}"`,
		);
}

/** Random, so that a script that a pack smuggles in cannot know it. */
function createNonce(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
		"",
	);
}

/**
 * Only the document's own scripts run, with what they import; styles and grammars come from the extension's folder; the engine runs in a
 * blob worker and compiles WebAssembly; pictures may be data; everything else is refused, and so is text in the place of HTML or of a script.
 */
function policy({ cspSource }: vscode.Webview, nonce: string): string {
	return [
		"default-src 'none'",
		`script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
		"worker-src blob:",
		`connect-src ${cspSource}`,
		`style-src ${cspSource}`,
		`font-src ${cspSource}`,
		`img-src ${cspSource} data:`,
		"base-uri 'none'",
		"form-action 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types treeline",
	].join("; ");
}
