import { currentLanguage } from "../l10n/l10n.ts";

/** A problem's detail in the reader's language; in English where the texts cannot be loaded. */
export async function problemDetail(problem: {
	code: string;
	detail: string;
}): Promise<string> {
	if (currentLanguage() === "en") return problem.detail;
	const texts = await import("./problem-texts.ts").catch(() => null);
	return texts?.problemText(problem) ?? problem.detail;
}
