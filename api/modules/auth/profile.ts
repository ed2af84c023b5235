/** Who the provider says someone is, from the answers of GitHub, GitLab, Gitea and of OpenID Connect. */
import { textFault } from "../../server/text.ts";

export interface Profile {
	/** The provider's own identifier of the account, which never changes: accounts link by it and by nothing else. */
	accountId: string;
	name: string;
	email: string | null;
	/** An https address. */
	image: string | null;
}

const LONGEST_ID = 255;
const LONGEST_NAME = 100;
const LONGEST_EMAIL = 320;
const LONGEST_ADDRESS = 2000;

/** The profile in a provider's answer; null when it does not say whose it is. */
export function profileOf(answer: unknown): Profile | null {
	if (typeof answer !== "object" || answer === null) return null;
	const given = answer as Record<string, unknown>;
	const accountId = idOf(given.id ?? given.sub);
	if (accountId === null) return null;
	const text = (names: string[], longest: number) => {
		for (const name of names) {
			const value = textOf(given[name]);
			if (value) return [...value].slice(0, longest).join("");
		}
		return null;
	};
	const login = ["login", "username", "preferred_username", "nickname"];
	const image = text(["avatar_url", "picture"], LONGEST_ADDRESS + 1);
	const email = text(["email"], LONGEST_EMAIL + 1);
	return {
		accountId,
		name: text(["name", ...login], LONGEST_NAME) ?? "Learner",
		email: email && email.length <= LONGEST_EMAIL ? email : null,
		image: image && isShowable(image) ? image : null,
	};
}

/** A number that JavaScript cannot hold exactly would be someone else's. */
function idOf(value: unknown): string | null {
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value !== "string" || textFault(value)) return null;
	return value !== "" && value.length <= LONGEST_ID ? value : null;
}

/** One line of text; null when there is none. */
function textOf(value: unknown): string | null {
	if (typeof value !== "string" || textFault(value)) return null;
	return value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim() || null;
}

function isShowable(address: string): boolean {
	return (
		address.length <= LONGEST_ADDRESS &&
		URL.parse(address)?.protocol === "https:"
	);
}
