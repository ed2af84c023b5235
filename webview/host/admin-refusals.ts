/** Refusals that the service words for API clients, in words for whoever uses the page's administration. */
import { t } from "../l10n/l10n.ts";
import { ApiError } from "./host.ts";

/** What the page says to a problem's code. */
export type Refusals = Readonly<
	Record<string, () => readonly [detail: string, nextStep?: string]>
>;

export const KEY_REFUSALS: Refusals = {
	admin_key_invalid: () => [
		t("This key is not accepted. Compare it with {0}.", "ADMIN_API_KEY"),
	],
};

/** Rejects as `answer` does, with the text of `refusals` for its code. */
export async function reworded<Value>(
	answer: Promise<Value>,
	refusals: Refusals,
): Promise<Value> {
	try {
		return await answer;
	} catch (error) {
		if (!(error instanceof ApiError) || !Object.hasOwn(refusals, error.code))
			throw error;
		const [detail, nextStep = ""] = refusals[error.code]?.() ?? [""];
		throw new ApiError(error.code, detail, nextStep, error.status);
	}
}
