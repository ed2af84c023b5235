/** What a class's teacher sees of a learner, word for word the same before joining and afterwards. */
import { t } from "../../l10n/l10n.ts";

export function SharedData({ teacherName }: { teacherName: string }) {
	return (
		<div class="shared-data">
			<p>
				{t(
					"For the packs that are assigned to the class, now and later, {0} sees:",
					teacherName,
				)}
			</p>
			<ul>
				<li>{t("your name, as it is shown here")}</li>
				<li>
					{t(
						"each challenge’s state, the number of your attempts, and when you made the latest and first passed",
					)}
				</li>
				<li>{t("which checks your latest attempt passes")}</li>
			</ul>
			<p>
				{t(
					"Only from when you join, and nothing else: not your code, not your drafts, and nothing of other packs. Leave the class at any time; then nothing is shared any more.",
				)}
			</p>
		</div>
	);
}
