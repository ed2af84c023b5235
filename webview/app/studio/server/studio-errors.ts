/** What calls of the service reject with, as the studio's screens tell it. */
import { ApiError } from "../../../host/host.ts";
import { StudioError } from "../../../host/studio.ts";
import { t } from "../../../l10n/l10n.ts";

/** Runs `work`; it rejects with a {@link StudioError}. */
export async function asStudioError<Value>(
	work: () => Promise<Value>,
): Promise<Value> {
	try {
		return await work();
	} catch (error) {
		throw studioErrorOf(error);
	}
}

export function studioErrorOf(error: unknown): StudioError {
	if (error instanceof StudioError) return error;
	if (!(error instanceof ApiError))
		return new StudioError("failed", String(error), t("Then try again."));
	const { status, detail, nextStep } = error;
	if (status === 401)
		return new StudioError(
			"signed-out",
			t("You are signed out."),
			t("Sign in again. Your edits are kept."),
		);
	if (status === 412) return changedElsewhere();
	if ([400, 403, 409, 413, 422].includes(status))
		return new StudioError(
			"refused",
			detail,
			t("Fix this, then try again. Your edits are kept."),
		);
	return new StudioError(
		status === 0 || status >= 502 ? "unreachable" : "failed",
		detail,
		nextStep,
	);
}

export const changedElsewhere = () =>
	new StudioError(
		"changed",
		t("It was changed elsewhere meanwhile."),
		t("This is how it is now."),
	);

/** Rejects with what an author can change, in the words of `error`. */
export function refusal(error: Error): never {
	throw new StudioError("refused", error.message, "");
}
