/** The author's own answer and what learners start from, side by side. */
import { useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import type { PaneProps } from "./challenge-studio.tsx";
import { fieldsOf } from "./checks.ts";
import { FileSet } from "./file-set.tsx";
import { type Lines, MakeCheck } from "./propose.tsx";

export function CodePane({ editing, document, onChoose, onTab }: PaneProps) {
	const [lines, setLines] = useState<Lines | null>(null);
	const { files = [], scaffold = [] } = fieldsOf(document);
	return (
		<div class="studio-halves">
			<section aria-labelledby="studio-solution">
				<h2 id="studio-solution">{t("Solution")}</h2>
				<p class="facts">
					{t(
						"Your own answer. Learners never see it; it must pass every check.",
					)}
				</p>
				<FileSet
					editing={editing}
					id="solution"
					files={files}
					label={t("Solution")}
					onSelect={(path, range) => setLines(range && { path, ...range })}
				/>
				<MakeCheck
					editing={editing}
					lines={lines}
					onMade={(place) => {
						onChoose(place, "solution");
						onTab("checks");
					}}
				/>
			</section>
			<section aria-labelledby="studio-starter">
				<h2 id="studio-starter">{t("Starter")}</h2>
				<p class="facts">
					{t("What learners start from. It parses, and misses a check.")}
				</p>
				<FileSet
					editing={editing}
					id="starter"
					files={scaffold}
					label={t("Starter")}
				/>
			</section>
		</div>
	);
}
