/** Small wordings that more than one screen uses. */

/** A time estimate as readers think of it: whole minutes, never zero. */
export function minutes(seconds: number): string {
	return `${Math.max(1, Math.round(seconds / 60))} min`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count} ${count === 1 ? one : many}`;
}

const PROPER: Record<string, string> = {
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
export function proper(name: string): string {
	return (
		PROPER[name.toLowerCase()] ?? name.charAt(0).toUpperCase() + name.slice(1)
	);
}
