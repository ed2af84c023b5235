/** Secrets that admit administrators: long, and several at once, so that one can be replaced without a gap. */
import type { Reader } from "./reader.ts";
import type { SettingOf } from "./settings.ts";

const SHORTEST = 32;

/**
 * The accepted secrets, the current one first; empty = to be generated, which is a fault where `required`.
 * Short ones are a fault too, except that `local` ones, which only this machine can present, are a warning.
 */
export function readSecrets(
	read: Reader,
	name: SettingOf<{ takes: "secrets" }>,
	required: boolean,
	local: boolean,
): string[] {
	const secrets = read.list(name);
	if (required && secrets.length === 0)
		read.faults.push(
			`${name} is missing, and it is generated for the embedded database only; set it to at least ${SHORTEST} random characters`,
		);
	if (secrets.some((secret) => secret.length < SHORTEST))
		(local ? read.warnings : read.faults).push(
			`${name} is shorter than ${SHORTEST} characters; generate a longer random value`,
		);
	return secrets;
}
