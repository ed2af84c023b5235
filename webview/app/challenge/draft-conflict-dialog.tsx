/** Shows how the code of another device differs from the code here, and lets the learner choose. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { Dialog } from "../elements/dialog.tsx";
import { formatMoment } from "../elements/format.ts";
import { Comparison } from "./comparison-view.tsx";
import type { Workbench } from "./workbench.ts";

export function DraftConflictDialog({
	bench,
	onClose,
}: {
	bench: Workbench;
	onClose(): void;
}) {
	// As it was when the dialog was opened: a choice is made of what is shown.
	const [other, setOther] = useState(bench.conflict.peek());
	const present = bench.conflict.value;
	const closeShown = useRef<(() => void) | null>(null);
	useEffect(() => {
		if (!present) (closeShown.current ?? onClose)();
	}, [present]);
	if (!other) return null;
	const moment = formatMoment(other.at);
	const choose = (which: "other" | "own", close: () => void) => {
		const now = bench.conflict.peek();
		// Changed again since it was shown: that is shown first.
		if (now && now.revision !== other.revision) return setOther(now);
		bench.chooseDraft(which, other);
		if (which === "own")
			announce(
				t(
					"Your code here is kept. “Restore previous code” brings back the other code.",
				),
			);
		close();
	};
	const style = (isFirst: boolean) =>
		isFirst ? "button button-primary" : "button";
	return (
		<Dialog
			title={t("Which code do you want to continue with?")}
			size="wide"
			onClose={onClose}
		>
			{(close) => {
				closeShown.current = close;
				return (
					<div class="draft-choice">
						<p>
							{t(
								"You changed this challenge’s code here and on another device. Neither is lost: “Restore previous code” brings back the one that you do not choose.",
							)}
						</p>
						<Comparison
							key={other.revision}
							before={other.files}
							current={bench.files.value}
							title={t("Other device, {0}", moment)}
						/>
						<div class="actions">
							<button
								type="button"
								class={style(other.isNewer)}
								onClick={() => choose("other", close)}
							>
								{other.isNewer
									? t("Use the newer code of the other device")
									: t("Use the code of the other device")}
							</button>
							<button
								type="button"
								class={style(!other.isNewer)}
								onClick={() => choose("own", close)}
							>
								{t("Keep the code here")}
							</button>
						</div>
					</div>
				);
			}}
		</Dialog>
	);
}
