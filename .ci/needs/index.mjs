/**
 * What suites need of the machine beyond packages. A need is one file here, called as the suites' table calls it, that exports
 * `{ name, ensure(): Promise<{ env }> }`: it finds or installs the thing and tells the suites by variables where it is.
 */
import { Stop } from "../step.mjs";

/** Ensures every named need once, in order, and answers their variables in one. Throws Stop with what to install. */
export async function ensureNeeds(names) {
	const env = {};
	for (const name of new Set(names)) {
		const { default: need } = await import(`./${name}.mjs`).catch((error) => {
			throw error.code === "ERR_MODULE_NOT_FOUND"
				? new Stop(
						`A suite needs "${name}", but .ci/needs/${name}.mjs does not exist.`,
					)
				: error;
		});
		Object.assign(env, (await need.ensure()).env);
	}
	return env;
}
