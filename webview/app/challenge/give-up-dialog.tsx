/** Confirms that a challenge is given up, after which its explanation is shown. */
import "./dialog-styles.ts";
import { useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { Dialog } from "../elements/dialog.tsx";
import type { Workbench } from "./workbench.ts";

export function GiveUpDialog({
	bench,
	onClose,
}: {
	bench: Workbench;
	onClose(): void;
}) {
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const giveUp = async (close: () => void) => {
		if (working) return;
		setWorking(true);
		setFault(null);
		const isShown = await bench.giveUp();
		setWorking(false);
		if (!isShown)
			return setFault(
				t(
					"The explanation could not be loaded. Check your connection, then try again.",
				),
			);
		announce(t("The explanation is below the checks."));
		close();
	};
	return (
		<Dialog
			title={t("Give up this challenge?")}
			size="narrow"
			onClose={onClose}
		>
			{(close) => (
				<div class="dispute">
					<p>
						{t(
							"You read the explanation of the solution, and the attempt is kept as given up. You can still pass the challenge later.",
						)}
					</p>
					{fault !== null && (
						<p class="dispute-refused" role="alert">
							{fault}
						</p>
					)}
					<button
						type="button"
						class="button button-primary"
						aria-disabled={working}
						onClick={() => void giveUp(close)}
					>
						{working ? t("Loading…") : t("Give up")}
					</button>
				</div>
			)}
		</Dialog>
	);
}
