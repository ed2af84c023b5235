/** The page's document inside a panel: the built one, with addresses that the panel can load and a policy that lets nothing else in. */
import * as vscode from "vscode";

/** Where the build put the page. */
export const pageFolder = (extensionUri: vscode.Uri): vscode.Uri =>
	vscode.Uri.joinPath(extensionUri, "dist", "page");

/** The document for `webview`, made of the built `index.html`. */
export async function panelDocument(
	webview: vscode.Webview,
	extensionUri: vscode.Uri,
): Promise<string> {
	const folder = pageFolder(extensionUri);
	const index = vscode.Uri.joinPath(folder, "index.html");
	const html = new TextDecoder().decode(
		await vscode.workspace.fs.readFile(index),
	);
	const at = (path: string) =>
		webview.asWebviewUri(vscode.Uri.joinPath(folder, path)).toString();
	return html
		.replace(
			"<head>",
			`<head>\n<meta http-equiv="Content-Security-Policy" content="${policy(webview)}">`,
		)
		.replace(
			"<html ",
			`<html data-host="panel" data-language="${vscode.env.language}" `,
		)
		.replaceAll(
			/(src|href|data-worker|data-grammars)="\/([^"]*)"/g,
			(_, name: string, path: string) =>
				`${name}="${at(path)}${path.endsWith("/") ? "/" : ""}"`,
		);
}

/**
 * Scripts, styles and grammars come from the extension's folder; the engine runs in a blob worker and compiles WebAssembly;
 * pictures may be data; everything else is refused.
 */
function policy({ cspSource }: vscode.Webview): string {
	return [
		"default-src 'none'",
		`script-src ${cspSource} 'wasm-unsafe-eval'`,
		"worker-src blob:",
		`connect-src ${cspSource}`,
		`style-src ${cspSource} 'unsafe-inline'`,
		`font-src ${cspSource}`,
		`img-src ${cspSource} data:`,
	].join("; ");
}
