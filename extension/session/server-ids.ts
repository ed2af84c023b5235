/** The ids that the service has for challenges, which the editor names `pack/challenge`. */
import { ApiError } from "@treeline/webview/host";
import { l10n } from "vscode";
import type { Account } from "./account.ts";
import type { Client } from "./service.ts";

/** A client with the session. Throws an ApiError when nobody is signed in. */
export function sessionClient(account: Account): Client {
	if (account.signedIn) return account.client();
	throw new ApiError(
		"session_missing",
		l10n.t("Nobody is signed in."),
		"",
		401,
	);
}

/** The service's ids by `pack/challenge`; those that it lacks are left out. Rejects with an ApiError. */
export async function serverIds(
	client: Client,
	challenges: readonly string[],
): Promise<Map<string, string>> {
	const packs = new Set(challenges.map((each) => each.split("/")[0] ?? ""));
	const all = await Promise.all([...packs].map((pack) => idsIn(client, pack)));
	return new Map(all.flat());
}

async function idsIn(
	client: Client,
	pack: string,
): Promise<[string, string][]> {
	try {
		const { challenges } = await client.pack(pack);
		return challenges.map(({ slug, _id }) => [`${pack}/${slug}`, _id]);
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return [];
		throw error;
	}
}

export const unknownChallenge = (challenge: string) =>
	new ApiError(
		"not_found",
		l10n.t("The service has no challenge {0}.", challenge),
		"",
		404,
	);
