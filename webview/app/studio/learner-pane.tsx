/** The challenge as a learner meets it, with the chosen answer as their code: task, code, and what each check says. */
import { t } from "../../l10n/l10n.ts";
import { passingText } from "../challenge/verdict.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { Prose } from "../elements/prose.tsx";
import type { PaneProps } from "./challenge-studio.tsx";
import { fieldsOf } from "./checks.ts";
import { labelOf } from "./matrix-table.tsx";

export function LearnerPane({
	document,
	matrix: { matrix },
	answer,
	onAnswer,
}: PaneProps) {
	const { title, prompt = "" } = fieldsOf(document);
	const row =
		matrix?.rows.find((one) => one.answer.id === answer) ?? matrix?.rows[0];
	return (
		<div class="studio-halves">
			<section class="studio-preview" aria-labelledby="learner-title">
				<h2 class="studio-preview-title" id="learner-title">
					{title}
				</h2>
				<Prose markdown={prompt} below={2} />
			</section>
			<section class="studio-fields" aria-labelledby="learner-checks">
				<div class="studio-field">
					<label class="studio-label" for="learner-answer">
						{t("A learner who writes this answer sees")}
					</label>
					<select
						id="learner-answer"
						value={row?.answer.id}
						onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
					>
						{matrix?.rows.map((one) => (
							<option key={one.answer.id} value={one.answer.id}>
								{labelOf(one.answer)}
							</option>
						))}
					</select>
				</div>
				{row && matrix && (
					<>
						<h2 id="learner-checks">
							{row.syntax
								? t("Syntax error")
								: passingText(
										row.cells.filter(({ passed }) => passed).length,
										row.cells.length,
									)}
						</h2>
						{row.syntax && (
							<p class="studio-verdict studio-verdict-wrong">
								<Icon name="alert" />
								<span>
									{t("Fix this first:")} <InlineCode text={row.syntax} />
								</span>
							</p>
						)}
						<ol class="checks">
							{row.cells.map(({ passed, message }, at) => {
								const one = matrix.checks[at];
								if (!one) return null;
								return (
									<li
										key={one.place}
										class={`check check-${passed ? "passed" : "open"}`}
									>
										<span class="check-mark">
											<Icon name={passed ? "check" : "dot"} />
										</span>
										<div>
											<p class="check-text">
												<span class="unseen">
													{passed ? t("Passed") : t("Not yet")}:{" "}
												</span>
												<InlineCode text={one.check.description ?? ""} />
											</p>
											{!passed && (
												<p class="check-message">
													<InlineCode text={message} />
												</p>
											)}
										</div>
									</li>
								);
							})}
						</ol>
					</>
				)}
			</section>
		</div>
	);
}
