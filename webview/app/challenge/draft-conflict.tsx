/** Says that another device has changed the code, too, and leads to the choice. */
import { t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

interface DraftConflictProps {
	bench: Workbench;
	/** Opens the dialog in which the learner chooses. */
	onShow(): void;
}

export function DraftConflict({ bench, onShow }: DraftConflictProps) {
	const other = bench.conflict.value;
	return (
		<div role="status">
			{other && (
				<div class="draft-conflict">
					<Icon name="compare" />
					<p>
						{other.isNewer
							? t(
									"You have newer code from another device, of {0}.",
									formatMoment(other.at),
								)
							: t(
									"Your code was also changed on another device, at {0}.",
									formatMoment(other.at),
								)}
					</p>
					<button
						type="button"
						class="button"
						aria-haspopup="dialog"
						onClick={onShow}
					>
						{t("Compare and choose")}
					</button>
				</div>
			)}
		</div>
	);
}
