/** The table of settings in `README.md` here. Run: bun api/ops/environment-variables-table.ts */
import { join } from "node:path";
import { SETTINGS, type Setting } from "../config/environment-variables.ts";

const README = join(import.meta.dir, "README.md");
const HEADING = `## Settings

Variables of the environment, or lines of a file \`.env\` beside \`package.json\`. Values that cannot be used are reported at the start, all at once.
`;

const taken: Record<Extract<Setting["takes"], string>, string> = {
	text: "text",
	url: "an http(s) address",
	address: "an http(s) address",
	secrets: "secrets of 32 characters or more, the current one first",
	list: "a list, with commas",
	origin: "an http(s) address without a path",
	whole: "a whole number",
	positive: "a number above 0",
	flag: "`true` or `false`",
	folder: "a folder",
	file: "a file",
};

function takenBy({ takes, ...setting }: Setting): string {
	if (typeof takes !== "string")
		return takes.map((one) => `\`${one}\``).join(", ");
	return "most" in setting
		? `${taken[takes]}, ${setting.least} to ${setting.most}`
		: taken[takes];
}

function defaultOf(setting: Setting): string {
	if (setting.unset) return setting.unset;
	if (typeof setting.takes !== "string") return `\`${setting.takes[0]}\``;
	return "standard" in setting ? `\`${setting.standard}\`` : "none";
}

/** The README with the table as it is made from the settings; `present` is how it stands. */
export function withTable(present: string): string {
	const rows = Object.entries<Setting>(SETTINGS).map(([name, setting]) => [
		`\`${name}\``,
		takenBy(setting),
		defaultOf(setting),
		setting.about,
	]);
	const table = [
		["Variable", "Takes", "Default", "What it is"],
		["---", "---", "---", "---"],
		...rows,
	].map((row) => `| ${row.join(" | ")} |\n`);
	const [before = ""] = present.split(HEADING);
	return `${before}${HEADING}\n${table.join("")}`;
}

if (import.meta.main)
	await Bun.write(README, withTable(await Bun.file(README).text()));
