/** Adds a part's styles to the page, which are loaded with its code rather than with the first paint. */
export function adoptStyles(text: string): void {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(text);
	document.adoptedStyleSheets.push(sheet);
}
