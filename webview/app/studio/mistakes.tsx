/** The mistakes that a check knows, each with its wrong code and the message for learners. */
import type { Mistake } from "@treeline/verify/shapes";
import { t } from "../../l10n/l10n.ts";
import { CodeField } from "./code-field.tsx";
import { Field } from "./fields.tsx";

/** What learners often write instead, and what they read then. */
export function Mistakes({
	mistakes,
	onChange,
	language,
}: {
	mistakes: Mistake[];
	onChange(mistakes: Mistake[]): void;
	language: string;
}) {
	const set = (at: number, next: Mistake) =>
		onChange(mistakes.map((one, index) => (index === at ? next : one)));
	return (
		<details class="studio-more" open={mistakes.length > 0 || undefined}>
			<summary>
				{t("Mistakes that this check knows ({0})", mistakes.length)}
			</summary>
			{mistakes.map((mistake, at) => (
				<fieldset class="studio-mistake" key={at}>
					<legend>{t("Mistake {0}", at + 1)}</legend>
					{(mistake.pattern === undefined ||
						typeof mistake.pattern === "string") && (
						<Field label={t("Wrong code")}>
							{() => (
								<CodeField
									path={language}
									label={t("Wrong code of mistake {0}", at + 1)}
									isSmall
									value={(mistake.pattern as string | undefined) ?? ""}
									onChange={(pattern) => {
										const { pattern: _, ...rest } = mistake;
										set(at, pattern ? { pattern, ...rest } : rest);
									}}
								/>
							)}
						</Field>
					)}
					<Field label={t("What the learner reads")}>
						{(id) => (
							<textarea
								aria-labelledby={id}
								rows={2}
								value={mistake.message}
								onInput={({ currentTarget: { value: message } }) =>
									set(at, { ...mistake, message })
								}
							/>
						)}
					</Field>
					<Field label={t("Write instead (may be empty)")}>
						{(id) => (
							<input
								aria-labelledby={id}
								value={mistake.instead ?? ""}
								onInput={({ currentTarget: { value } }) => {
									const { instead: _, ...rest } = mistake;
									set(at, value ? { ...rest, instead: value } : rest);
								}}
							/>
						)}
					</Field>
					<button
						type="button"
						class="jump"
						onClick={() =>
							onChange(mistakes.filter((_, index) => index !== at))
						}
					>
						{t("Remove mistake {0}", at + 1)}
					</button>
				</fieldset>
			))}
			<button
				type="button"
				class="jump"
				onClick={() => onChange([...mistakes, { pattern: "", message: "" }])}
			>
				{t("Add a mistake")}
			</button>
		</details>
	);
}
