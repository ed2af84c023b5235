/** Text formatting shared by screens. */

/** A duration in whole minutes, at least one. */
export function formatMinutes(seconds: number): string {
	return `${Math.max(1, Math.round(seconds / 60))} min`;
}

/** With seconds: two attempts within a minute are told apart by nothing else. */
const MOMENT = new Intl.DateTimeFormat(undefined, {
	dateStyle: "medium",
	timeStyle: "medium",
});

/** A moment (ISO 8601) in the reader's own time. */
export const formatMoment = (at: string) => MOMENT.format(new Date(at));

export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
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
