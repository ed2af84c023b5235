/** The task: title, prompt with its preview, hints, and what learners read after a pass. */
import type { ChallengeFile } from "@treeline/packs/format";
import { t } from "../../l10n/l10n.ts";
import { difficultyName } from "../elements/format.ts";
import { Prose } from "../elements/prose.tsx";
import type { PaneProps } from "./challenge-studio.tsx";
import { fieldsOf } from "./checks.ts";
import { CodeField } from "./code-field.tsx";
import { Field, tagsOf } from "./fields.tsx";

const DIFFICULTIES = ["beginner", "intermediate", "advanced"] as const;

export function TaskPane({ editing, document }: PaneProps) {
	const fields = fieldsOf(document);
	const { hints = [], tags = [] } = fields;
	const set = (change: Partial<ChallengeFile>) =>
		editing.change((draft) => Object.assign(draft.challenge, change));
	return (
		<div class="studio-halves">
			<div class="studio-fields">
				<Field label={t("Title")}>
					{(id) => (
						<input
							aria-labelledby={id}
							value={fields.title ?? ""}
							onInput={({ currentTarget }) =>
								set({ title: currentTarget.value })
							}
						/>
					)}
				</Field>
				<div class="studio-row-fields">
					<Field label={t("Difficulty")}>
						{(id) => (
							<select
								aria-labelledby={id}
								value={fields.difficulty ?? "beginner"}
								onChange={({ currentTarget: { value } }) =>
									set({ difficulty: value as ChallengeFile["difficulty"] })
								}
							>
								{DIFFICULTIES.map((one) => (
									<option key={one} value={one}>
										{difficultyName(one)}
									</option>
								))}
							</select>
						)}
					</Field>
					<Field label={t("Minutes that it takes")}>
						{(id) => (
							<input
								type="number"
								min={1}
								aria-labelledby={id}
								value={Math.round((fields.timeEstimateSeconds ?? 300) / 60)}
								onInput={({ currentTarget }) => {
									if (currentTarget.validity.valid && currentTarget.value)
										set({
											timeEstimateSeconds: currentTarget.valueAsNumber * 60,
										});
								}}
							/>
						)}
					</Field>
					<Field label={t("Tags, with commas between")}>
						{(id) => (
							<input
								aria-labelledby={id}
								defaultValue={tags.join(", ")}
								onChange={({ currentTarget }) =>
									set({ tags: tagsOf(currentTarget.value) })
								}
							/>
						)}
					</Field>
				</div>
				<Field
					label={t("Task, in Markdown")}
					help={t(
						"Number what is asked for, put each name that counts into code font, and leave all other names to the learner.",
					)}
				>
					{(_, help) => (
						<CodeField
							path="prompt.md"
							label={t("Task, in Markdown")}
							describedBy={help}
							isSmall
							value={fields.prompt ?? ""}
							onChange={(prompt) => set({ prompt })}
						/>
					)}
				</Field>
				<Field label={t("Hints, from the idea to nearly there")}>
					{() => (
						<>
							{hints.map((hint, at) => (
								<div class="studio-pattern" key={at}>
									<textarea
										aria-label={t("Hint {0}", at + 1)}
										rows={2}
										value={hint}
										onInput={({ currentTarget: { value } }) =>
											set({
												hints: hints.map((one, index) =>
													index === at ? value : one,
												),
											})
										}
									/>
									<button
										type="button"
										class="jump"
										onClick={() =>
											set({ hints: hints.filter((_, index) => index !== at) })
										}
									>
										{t("Remove hint {0}", at + 1)}
									</button>
								</div>
							))}
							<button
								type="button"
								class="jump"
								onClick={() => set({ hints: [...hints, ""] })}
							>
								{t("Add a hint")}
							</button>
						</>
					)}
				</Field>
				<Field label={t("Read after a pass, in Markdown (may be empty)")}>
					{() => (
						<CodeField
							path="debrief.md"
							label={t("Read after a pass, in Markdown")}
							isSmall
							value={fields.debrief ?? ""}
							onChange={(debrief) =>
								editing.change(({ challenge }) => {
									if (debrief) challenge.debrief = debrief;
									else delete challenge.debrief;
								})
							}
						/>
					)}
				</Field>
			</div>
			<section class="studio-preview" aria-labelledby="studio-preview">
				<h2 class="eyebrow" id="studio-preview">
					{t("As learners read it")}
				</h2>
				<p class="studio-preview-title">{fields.title}</p>
				<Prose markdown={fields.prompt ?? ""} below={2} />
			</section>
		</div>
	);
}
