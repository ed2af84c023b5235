/** Text formatting shared by screens. */
import { currentLanguage, plural, t } from "../../l10n/l10n.ts";

/** A duration in whole minutes, at least one. */
export function formatMinutes(seconds: number): string {
	return t("{0} min", Math.max(1, Math.round(seconds / 60)));
}

/** A number of challenges in words. */
export const challengeCount = (count: number) =>
	plural(count, { one: "{0} challenge", other: "{0} challenges" });

/** With seconds: two attempts within a minute are told apart by nothing else. */
const MOMENT = { dateStyle: "medium", timeStyle: "medium" } as const;

/** A moment (ISO 8601) in the reader's own time. */
export const formatMoment = (at: string) =>
	new Intl.DateTimeFormat(momentLocale(), MOMENT).format(new Date(at));

/** A moment to the minute, as dates are entered. */
export const formatMinute = (at: string) =>
	new Intl.DateTimeFormat(momentLocale(), {
		dateStyle: "medium",
		timeStyle: "short",
	}).format(new Date(at));

const DAY = { weekday: "short", day: "numeric", month: "long" } as const;

/** A day in the reader's own time. */
export const formatDay = (date: Date) =>
	new Intl.DateTimeFormat(momentLocale(), DAY).format(date);

/** The reader's own habits, such as the order of day and month, where they are of the language shown. */
function momentLocale(): string {
	const language = currentLanguage();
	return (
		navigator.languages.find(
			(tag) => tag.toLowerCase().split("-")[0] === language,
		) ?? language
	);
}

/** A size in megabytes or kilobytes, in the reader's own way. */
export function formatBytes(bytes: number): string {
	const isLarge = bytes >= 1_000_000;
	return new Intl.NumberFormat(momentLocale(), {
		style: "unit",
		unit: isLarge ? "megabyte" : "kilobyte",
		maximumFractionDigits: isLarge ? 1 : 0,
	}).format(bytes / (isLarge ? 1_000_000 : 1_000));
}

/** A challenge's difficulty in words. */
export function difficultyName(difficulty: string): string {
	switch (difficulty) {
		case "beginner":
			return t("beginner");
		case "intermediate":
			return t("intermediate");
		case "advanced":
			return t("advanced");
		default:
			return difficulty;
	}
}

const DISPLAY_NAMES: Record<string, string> = {
	javascript: "JavaScript",
	typescript: "TypeScript",
	tsx: "TSX",
	jsx: "JSX",
	html: "HTML",
	css: "CSS",
	json: "JSON",
	fastapi: "FastAPI",
};

/** A language's or framework's name as its community writes it. */
export function displayName(name: string): string {
	return (
		DISPLAY_NAMES[name.toLowerCase()] ??
		name.charAt(0).toUpperCase() + name.slice(1)
	);
}

/** What the service calls the author of a deleted account's packs. */
const FORMER_MEMBER = /^A former member$/;

/** An author's name, with that of a deleted account in the reader's language. */
export const authorName = (name: string): string =>
	FORMER_MEMBER.test(name) ? t("a former member") : name;
