import type { Roles } from "./bundle.ts";

/** What a reader downloads, in one line: sizes with Brotli. */
export function sizeLine(roles: Roles, small: Map<string, number>): string {
	const sum = (names: Iterable<string>) =>
		kilobytes(
			[...names].reduce((all, name) => all + (small.get(name) ?? 0), 0),
		);
	const grammars = [...small.keys()].filter((name) => name.endsWith(".wasm"));
	return [
		`first paint ${sum(roles.first)}`,
		`opening a challenge ${sum(roles.challenge)}`,
		`worker ${sum(roles.worker)}`,
		`grammars ${sum(grammars)}`,
	].join(", ");
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}
