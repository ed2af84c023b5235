/** Where a session is, in words: a browser and a system, as far as the browser's own description tells. */
import { currentLanguage, t } from "../../l10n/l10n.ts";

const PROGRAMS: [RegExp, string][] = [
	[/Treeline.*VS ?Code|vscode/i, "VS Code"],
	[/Edg(e|A|iOS)?\//, "Edge"],
	[/OPR\//, "Opera"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
	[/Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
	[/iPhone|iPad/, "iOS"],
	[/Android/, "Android"],
	[/Windows/i, "Windows"],
	[/Mac OS X|darwin/i, "macOS"],
	[/CrOS/, "ChromeOS"],
	[/Linux/i, "Linux"],
];

/** `userAgent` as the service kept it at sign-in. */
export function deviceOf(userAgent: string | null): string {
	const named = (names: [RegExp, string][]) =>
		names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
	const program = named(PROGRAMS);
	const system = named(SYSTEMS);
	if (program && system) return t("{0} on {1}", program, system);
	return (
		program ?? (system ? t("A browser on {0}", system) : t("Unknown device"))
	);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
];

/** How long ago, or in how long, as people say it. */
export function fromNow(moment: string, now = Date.now()): string {
	const gap = Date.parse(moment) - now;
	const words = new Intl.RelativeTimeFormat(currentLanguage(), {
		numeric: "auto",
	});
	const [unit, length] = UNITS.find(([, each]) => Math.abs(gap) >= each) ?? [];
	return unit && length
		? // What was made for 90 days expires in 90 days, also a moment later.
			words.format(
				gap > 0 ? Math.ceil(gap / length) : Math.trunc(gap / length),
				unit,
			)
		: t("just now");
}
