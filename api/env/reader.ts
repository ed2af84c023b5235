/** Reads single variables: each is taken as it is meant or put down as a fault that names it and says what to set it to. */
import { isIP } from "node:net";
import { isAbsolute, join } from "node:path";

export type Environment = Record<string, string | undefined>;

/** What every group of settings is read with. `faults` keep the program from starting, `warnings` do not. */
export interface Reader {
	faults: string[];
	warnings: string[];
	/** The trimmed text; undefined when it is unset or empty. */
	value(name: string): string | undefined;
	/** A whole number from `least` (0) to `most`. */
	whole(name: string, standard: number, most: number, least?: number): number;
	/** A decimal number above 0. */
	positive(name: string, standard: number): number;
	/** `true` or `false`. */
	flag(name: string, standard: boolean): boolean;
	choice<const Choice extends string>(
		name: string,
		choices: readonly [Choice, ...Choice[]],
	): Choice;
	/** An absolute path; a relative one starts at `root`. */
	folder(name: string, standard: string): string;
	/** The parts of a comma list. */
	list(name: string): string[];
	/** An http(s) address without a path, as its origin; null when it is unset. */
	origin(name: string): string | null;
	/** An http(s) address. */
	url(name: string, standard: string): string;
}

/** A reader of `env`; `root` is where relative paths start. The first of a choice is its default. */
export function reader(env: Environment, root: string): Reader {
	const faults: string[] = [];
	const value = (name: string) => env[name]?.trim() || undefined;
	/** `standard` when unset; else what `parse` makes of the text, where null is a fault. */
	const read = <Value>(
		name: string,
		standard: Value,
		parse: (text: string) => Value | null,
		advice: string,
	): Value => {
		const text = value(name);
		if (text === undefined) return standard;
		const parsed = parse(text);
		if (parsed === null)
			faults.push(`${name} is "${text}"; set it to ${advice}`);
		return parsed ?? standard;
	};
	return {
		faults,
		warnings: [],
		value,
		whole: (name, standard, most, least = 0) =>
			read(
				name,
				standard,
				(text) =>
					/^\d+$/.test(text) && Number(text) <= most && Number(text) >= least
						? Number(text)
						: null,
				`a whole number from ${least} to ${most}`,
			),
		positive: (name, standard) =>
			read(
				name,
				standard,
				(text) =>
					/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : null,
				"a number above 0",
			),
		flag: (name, standard) =>
			read(
				name,
				standard,
				(text) => ({ true: true, false: false })[text] ?? null,
				"true or false",
			),
		choice: (name, choices) =>
			read(
				name,
				choices[0],
				(text) => choices.find((choice) => choice === text) ?? null,
				choices.join(" or "),
			),
		folder(name, standard) {
			const path = value(name) ?? standard;
			return isAbsolute(path) ? path : join(root, path);
		},
		list: (name) =>
			(value(name) ?? "")
				.split(",")
				.map((part) => part.trim())
				.filter(Boolean),
		origin: (name) =>
			read(
				name,
				null,
				originOf,
				"an address like https://treeline.example, without a path",
			),
		url: (name, standard) =>
			read(
				name,
				standard,
				(text) => (isWeb(URL.parse(text)) ? text : null),
				"an address like https://treeline.example/path",
			),
	};
}

/** The origin of an http(s) address that has no path and no query; null when it is none. */
export function originOf(text: string): string | null {
	const url = URL.parse(text);
	return isWeb(url) && url.pathname === "/" && !url.search && !url.hash
		? url.origin
		: null;
}

const isWeb = (url: URL | null): url is URL =>
	url !== null && /^https?:$/.test(url.protocol) && !url.username;

/** Whether only this machine reaches the address. */
export function isLoopback(address: string): boolean {
	const host = URL.parse(address)?.hostname ?? "";
	return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** Whether `text` is an address or a network of addresses, as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
	const [address = "", prefix, ...rest] = text.split("/");
	const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
	if (rest.length > 0 || bits < 0 || address.includes("%")) return false;
	return (
		prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
	);
}
