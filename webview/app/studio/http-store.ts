/** The studio's store over HTTP: the tools that serve this page (`npm run packs -- studio`) read and write the files. */
import { StudioError, type StudioStore } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";

const KEY = "treeline:studio-key";

/** The store behind the address that `npm run packs -- studio` prints; its key stands behind `#` and stays with the tab. */
export function createHttpStore(): StudioStore {
	const given = /[#&]token=([0-9a-f]+)/.exec(location.hash)?.[1];
	if (given) sessionStorage.setItem(KEY, given);
	const key = given ?? sessionStorage.getItem(KEY) ?? "";
	const call = async <Value>(
		method: string,
		route: string,
		body?: unknown,
	): Promise<Value> => {
		const response = await fetch(`/studio-api/${route}`, {
			method,
			headers: { "x-studio-token": key, "content-type": "application/json" },
			...(body !== undefined && { body: JSON.stringify(body) }),
		}).catch(() => null);
		if (!response)
			throw new StudioError(
				"unreachable",
				t("The studio does not answer."),
				t(
					"See whether `npm run packs -- studio` still runs, then try again. Your edits are kept.",
				),
			);
		const answer: unknown = await response.json().catch(() => null);
		if (response.ok && answer !== null) return answer as Value;
		throw failureOf(response.status, detailOf(answer));
	};
	const at = (path: string) => `challenge?path=${encodeURIComponent(path)}`;
	return {
		lookMs: 4000,
		publishing: null,
		learners: null,
		address: "/studio",
		pack: () => call("GET", "pack"),
		challenge: (path) => call("GET", at(path)),
		save: (path, document, revision) =>
			call("PUT", at(path), { document, revision }),
		pattern: (selection) => call("POST", "pattern", selection),
		proposals: (document) => call("POST", "proposals", document),
		change: (change) => call("POST", "pack", change),
		validate: () => call("POST", "validate"),
	};
}

const detailOf = (answer: unknown): string => {
	const { detail } = (answer ?? {}) as { detail?: unknown };
	return typeof detail === "string" ? detail : "";
};

function failureOf(status: number, detail: string): StudioError {
	if (status === 401) return new StudioError("key", detail, "");
	if (status === 409)
		return new StudioError("changed", detail, t("Choose which to keep."));
	if (status === 422)
		return new StudioError(
			"refused",
			detail,
			t("Fix this, then save again. Your edits are kept."),
		);
	if (status === 404 || detail === "")
		return new StudioError(
			"absent",
			t("No pack is open in the studio here."),
			t(
				"Run `npm run packs -- studio <folder of your pack>` and open the address that it prints.",
			),
		);
	return new StudioError("failed", detail, t("Then try again."));
}
