/** The cases: other right answers and wrong ones, each with what is special about it, its files, and the check that must catch it. */

import type { StudioDocument } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import type { PaneProps } from "./challenge-studio.tsx";
import { checksIn, fieldsOf } from "./checks.ts";
import { Field } from "./fields.tsx";
import { FileSet } from "./file-set.tsx";
import { answersOf, isWrong, type Matrix } from "./matrix.ts";

const kinds = () => ({
	accepted: {
		title: t("Accepted answers"),
		help: t(
			"Other right answers, at least three: another loop, a helper, an early return. Every check must pass.",
		),
		add: t("Add a right answer"),
	},
	rejected: {
		title: t("Rejected answers"),
		help: t(
			"Wrong answers, at least four: copy your solution and break one line, as a learner would. The named check must fail.",
		),
		add: t("Add a wrong answer"),
	},
});
type Kind = keyof ReturnType<typeof kinds>;

export function AnswersPane(props: PaneProps) {
	const { editing, document, chosen, answer, onAnswer } = props;
	const { matrix } = props.matrix;
	const add = (kind: Kind) => {
		const files = structuredClone(fieldsOf(document).files ?? []);
		const index = document.cases[kind].length;
		editing.change(({ cases }) => {
			if (kind === "accepted") cases.accepted.push({ name: "", files });
			else
				cases.rejected.push({
					name: "",
					caughtBy: chosen ?? checksIn(document)[0]?.place ?? "",
					files,
				});
		});
		onAnswer(`${kind}/${index}`);
		requestAnimationFrame(() =>
			globalThis.document.getElementById("case-name")?.focus(),
		);
	};
	const described = kinds();
	const isCase = /^(accepted|rejected)\//.test(answer);
	return (
		<div class="studio-checks">
			<div class="studio-left">
				{(["accepted", "rejected"] as const).map((kind) => (
					<section key={kind} aria-labelledby={`cases-${kind}`}>
						<h2 id={`cases-${kind}`}>{described[kind].title}</h2>
						<p class="facts">{described[kind].help}</p>
						<ol class="studio-check-list">
							{document.cases[kind].map(({ name }, index) => {
								const id = `${kind}/${index}`;
								const row = matrix?.rows.find((one) => one.answer.id === id);
								const isBad =
									row && (row.syntax !== null || row.cells.some(isWrong));
								return (
									<li key={id}>
										<button
											type="button"
											aria-pressed={id === answer}
											onClick={() => onAnswer(id)}
										>
											<span class="studio-letter">{index + 1}</span>
											<span>{name || <em>{t("No name yet")}</em>}</span>
											{isBad && (
												<span class="studio-wrong-text">
													<Icon name="alert" />
													<span class="unseen">{t("not as it should be")}</span>
												</span>
											)}
										</button>
									</li>
								);
							})}
						</ol>
						<p>
							<button type="button" class="button" onClick={() => add(kind)}>
								{described[kind].add}
							</button>
						</p>
					</section>
				))}
			</div>
			<div class="studio-right">
				{isCase ? (
					<Case key={answer} {...props} />
				) : (
					<p class="lead">
						{answersOf(document).length > 2
							? t("Choose an answer to edit it.")
							: t(
									"Answers show whether your checks are fair. Add a right one that is written in another way than yours.",
								)}
					</p>
				)}
			</div>
		</div>
	);
}

function Case(props: PaneProps) {
	const { editing, document, answer, onAnswer, onTab, onChoose } = props;
	const [kind, number] = answer.split("/") as [Kind, string];
	const index = Number(number);
	const one = document.cases[kind]?.[index];
	if (!one) return null;
	const rejected = kind === "rejected" ? document.cases.rejected[index] : null;
	const edit = (change: (draft: StudioDocument) => void) =>
		editing.change(change);
	const checks = checksIn(document);
	return (
		<div class="studio-fields">
			<p class="facts" role="status">
				{props.matrix.matrix && foundIn(props.matrix.matrix, answer)}
			</p>
			<Field
				label={
					kind === "accepted"
						? t("What is different about this answer")
						: t("What is wrong with this answer")
				}
			>
				{(id) => (
					<input
						id="case-name"
						aria-labelledby={id}
						value={one.name}
						onInput={({ currentTarget: { value } }) =>
							edit(({ cases }) => {
								const wanted = cases[kind][index];
								if (wanted) wanted.name = value;
							})
						}
					/>
				)}
			</Field>
			{rejected && (
				<>
					<Field label={t("The check that must fail")}>
						{(id) => (
							<select
								aria-labelledby={id}
								value={rejected.caughtBy}
								onChange={({ currentTarget: { value } }) =>
									edit(({ cases }) => {
										const wanted = cases.rejected[index];
										if (wanted) wanted.caughtBy = value;
									})
								}
							>
								{!checks.some(({ place }) => place === rejected.caughtBy) && (
									<option value={rejected.caughtBy}>
										{rejected.caughtBy || t("Choose a check")}
									</option>
								)}
								{checks.map(({ place, letter, check }) => (
									<option key={place} value={place}>
										{letter}: {check.description}
									</option>
								))}
							</select>
						)}
					</Field>
					<label class="setting-switch">
						<input
							type="checkbox"
							checked={rejected.behaves === true}
							onChange={({ currentTarget: { checked } }) =>
								edit(({ cases }) => {
									const wanted = cases.rejected[index];
									if (!wanted) return;
									if (checked) wanted.behaves = true;
									else {
										delete wanted.behaves;
										delete wanted.reason;
									}
								})
							}
						/>
						{t("It behaves right, and breaks the task in another way")}
					</label>
					{rejected.behaves && (
						<Field
							label={t("Which requirement it breaks, and why it is wrong")}
						>
							{(id) => (
								<textarea
									aria-labelledby={id}
									rows={2}
									value={rejected.reason ?? ""}
									onInput={({ currentTarget: { value } }) =>
										edit(({ cases }) => {
											const wanted = cases.rejected[index];
											if (!wanted) return;
											if (value) wanted.reason = value;
											else delete wanted.reason;
										})
									}
								/>
							)}
						</Field>
					)}
				</>
			)}
			<FileSet
				editing={editing}
				id={answer}
				files={one.files}
				label={
					kind === "accepted" ? t("Accepted answer") : t("Rejected answer")
				}
			/>
			<div class="actions">
				<button
					type="button"
					class="button"
					onClick={() => {
						onChoose(rejected?.caughtBy ?? props.chosen, answer);
						onTab("checks");
					}}
				>
					{t("See what the checks find in it")}
				</button>
				<button
					type="button"
					class="button"
					onClick={() => {
						editing.change(
							({ cases }) => cases[kind].splice(index, 1),
							t('The answer "{0}" was deleted.', one.name),
						);
						onAnswer("solution");
					}}
				>
					{t("Delete this answer")}
				</button>
			</div>
		</div>
	);
}

/** What the checks find in an answer, in one sentence. */
function foundIn({ checks, rows }: Matrix, id: string): string {
	const row = rows.find(({ answer }) => answer.id === id);
	if (!row) return "";
	if (row.syntax) return `${t("It does not parse:")} ${row.syntax}`;
	const failed = checks
		.filter((_, at) => row.cells[at]?.passed === false)
		.map(({ letter }) => letter);
	const missed = checks.find(
		({ place }, at) =>
			place === row.answer.caughtBy && row.cells[at]?.passed === true,
	);
	if (missed) return t("{0} passes, and must fail.", missed.letter);
	if (failed.length === 0) return t("It passes every check.");
	return row.answer.kind === "accepted"
		? t("It fails {0}, and must pass every check.", failed.join(", "))
		: t("It fails {0}, as it must.", failed.join(", "));
}
