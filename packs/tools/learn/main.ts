/** `npm run learn`: challenges in a terminal, as a screen or as plain lines. Nothing that a learner writes is executed. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { localizeVerifier } from "@treeline/verify/localize";
import { createVerifier } from "@treeline/verify/worker";
import { callingFolder, terminalEnvironment, wantsColour } from "../env.ts";
import {
	type CommandContext,
	commandRows,
	FAILED,
	printError,
	runCommand,
	runLines,
} from "./commands.ts";
import { openLearnSession } from "./session.ts";
import { paint, type Styles, setUnicode } from "./text.ts";
import { currentLanguage, setLanguage, t } from "./texts.ts";

const environment = terminalEnvironment();
setLanguage(environment.languages);
setUnicode(environment.isUnicode);

const OPTIONS = {
	folder: { type: "string" },
	packs: { type: "string", multiple: true },
	plain: { type: "boolean" },
	ascii: { type: "boolean" },
	help: { type: "boolean" },
} as const;

const help = () =>
	[
		t("Usage: npm run learn -- [<command>] [<challenge>] [<option>…]"),
		"",
		t(
			"Without a command: a screen in which you choose, edit and verify. “?” shows its keys.",
		),
		t(
			"A challenge is <pack>/<slug>, or its slug; without one, it is the one opened last.",
		),
		"",
		...commandRows().map((row) => paint(row, "none")),
		"",
		`  --folder <folder>  ${t("where your files and your progress are; “treeline” by default")}`,
		`  --packs <folder>   ${t("packs of your own, in place of those here")}`,
		`  --plain            ${t("lines instead of a screen, as for a screen reader or TERM=dumb")}`,
		`  --ascii            ${t("no characters beyond ASCII")}`,
		"",
		t("It knows no account and no class: for these, use the page or VS Code."),
		t("Exit codes: 0 = done or passed, 1 = not yet, 2 = an error."),
	].join("\n");

async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: OPTIONS,
	});
	if (values.ascii) setUnicode(false);
	if (values.help) {
		console.log(help());
		return 0;
	}
	const isTerminal =
		process.stdin.isTTY === true && process.stdout.isTTY === true;
	const isScreen = isTerminal && !environment.isDumb && !values.plain;
	const styles: Styles = environment.isDumb
		? "none"
		: wantsColour()
			? "colour"
			: process.stdout.isTTY
				? "plain"
				: "none";
	const verifier = localizeVerifier(
		createVerifier({ recordsMessages: currentLanguage() !== "en" }),
		async () =>
			currentLanguage() === "de"
				? (await import("@treeline/verify/german")).default
				: null,
	);
	try {
		const session = await openLearnSession(
			values.packs ?? [],
			resolve(callingFolder(), values.folder ?? "treeline"),
			verifier,
		);
		const [name, ...words] = positionals;
		if (!name && isScreen) {
			const { runScreen } = await import("./screen/screen.ts");
			await runScreen(session, styles, environment.editor);
			return 0;
		}
		const context: CommandContext = {
			session,
			styles,
			width: Math.min(process.stdout.columns || 80, 100),
			editor: isTerminal ? environment.editor : null,
		};
		return name
			? await runCommand(context, name, words.join(" ") || undefined)
			: await runLines(context, isTerminal);
	} finally {
		verifier.close();
	}
}

try {
	process.exit(await main());
} catch (error) {
	printError(error instanceof Error ? error.message : String(error));
	process.exit(FAILED);
}
