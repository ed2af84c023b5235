/** Parses single environment variables; collects a fault for each that is malformed, with its name and what to set it to. */
import { isIP } from "node:net";
import { isAbsolute, join } from "node:path";
import {
	type ChoiceOf,
	SETTINGS,
	type SettingName,
	type SettingOf,
} from "./environment-variables.ts";

export type Environment = Record<string, string | undefined>;

/** What every group of settings is read with. `faults` keep the program from starting, `warnings` do not. */
export interface Reader {
	faults: string[];
	warnings: string[];
	/** The trimmed text; undefined when it is unset or empty. */
	value(name: SettingName): string | undefined;
	/** The trimmed text, or its default. */
	text(name: SettingOf<{ takes: "text"; standard: string }>): string;
	/** A whole number in its range. */
	whole(name: SettingOf<{ takes: "whole" }>): number;
	/** A decimal number above 0. */
	positive(name: SettingOf<{ takes: "positive" }>): number;
	/** `true` or `false`. */
	flag(name: SettingOf<{ takes: "flag" }>): boolean;
	choice<Name extends SettingOf<{ takes: readonly string[] }>>(
		name: Name,
	): ChoiceOf<Name>;
	/** An absolute path; a relative one starts at `root`. */
	folder(name: SettingOf<{ takes: "folder"; standard: string }>): string;
	/** An absolute path, as of a folder; undefined when it is unset. */
	optionalPath(
		name: SettingOf<
			{ takes: "file" } | { takes: "folder"; standard?: undefined }
		>,
	): string | undefined;
	/** The parts of a comma list. */
	list(name: SettingOf<{ takes: "list" | "secrets" }>): string[];
	/** An http(s) address without a path, as its origin; null when it is unset. */
	origin(name: SettingOf<{ takes: "origin" }>): string | null;
	/** An http(s) address; empty when it is unset. */
	address(name: SettingOf<{ takes: "address" }>): string;
	/** An http(s) address. */
	url(name: SettingOf<{ takes: "url" }>): string;
}

/** A reader of `env`; `root` is where relative paths start. */
export function reader(env: Environment, root: string): Reader {
	const faults: string[] = [];
	const value = (name: SettingName) => env[name]?.trim() || undefined;
	/** `standard` when unset; else what `parse` makes of the text, where null is a fault. */
	const read = <Value>(
		name: SettingName,
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
	const absolute = (path: string) =>
		isAbsolute(path) ? path : join(root, path);
	const url = (name: SettingName, standard: string) =>
		read(
			name,
			standard,
			(text) => (isWeb(URL.parse(text)) ? text : null),
			"an address like https://treeline.example/path",
		);
	return {
		faults,
		warnings: [],
		value,
		text: (name) => value(name) ?? SETTINGS[name].standard,
		whole(name) {
			const { standard, least, most } = SETTINGS[name];
			return read<number>(
				name,
				standard,
				(text) =>
					/^\d+$/.test(text) && Number(text) <= most && Number(text) >= least
						? Number(text)
						: null,
				`a whole number from ${least} to ${most}`,
			);
		},
		positive: (name) =>
			read<number>(
				name,
				SETTINGS[name].standard,
				(text) =>
					/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : null,
				"a number above 0",
			),
		flag: (name) =>
			read<boolean>(
				name,
				SETTINGS[name].standard,
				(text) => ({ true: true, false: false })[text] ?? null,
				"true or false",
			),
		choice<Name extends SettingOf<{ takes: readonly string[] }>>(name: Name) {
			const choices: readonly ChoiceOf<Name>[] = SETTINGS[name].takes;
			return read(
				name,
				choices[0] as ChoiceOf<Name>,
				(text) => choices.find((choice) => choice === text) ?? null,
				choices.join(" or "),
			);
		},
		folder: (name) => absolute(value(name) ?? SETTINGS[name].standard),
		optionalPath(name) {
			const path = value(name);
			return path && absolute(path);
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
		address: (name) => url(name, ""),
		url: (name) => url(name, SETTINGS[name].standard),
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
