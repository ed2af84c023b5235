/** The learner's disputes at a challenge with the maintainers' answers: of a few learners, so loaded with the first one. */
import type { Dispute } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { formatMoment } from "../elements/format.ts";

export function OwnDisputes({ rows }: { rows: Dispute[] }) {
	return (
		<section class="disputes-own" aria-labelledby="disputes-heading">
			<h3 id="disputes-heading" class="eyebrow">
				{t("Your disputes")}
			</h3>
			<ul>
				{rows.map(({ _id, createdAt, status, reason }) => (
					<li key={_id}>
						<p class="facts">{t("Sent {0}", formatMoment(createdAt))}</p>
						{status === "open" ? (
							<p>{t("Open: the maintainers have not answered yet.")}</p>
						) : (
							<>
								<p>{t("Closed. The maintainers’ answer:")}</p>
								<p class="dispute-reason" lang={PACK_LANGUAGE} dir="auto">
									{reason}
								</p>
							</>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
