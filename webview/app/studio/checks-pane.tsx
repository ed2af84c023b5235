/** The checks: their list, the chosen one as fields, what it matches in the chosen answer, and the matrix. */
import { plural, t } from "../../l10n/l10n.ts";
import { Failure } from "../elements/failure.tsx";
import { fillIn } from "../elements/fill-in.tsx";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { AnswerView } from "./answer-view.tsx";
import type { PaneProps } from "./challenge-studio.tsx";
import { CheckFields } from "./check-fields.tsx";
import { addCheck, checksIn, fieldsOf } from "./checks.ts";
import { isWrong, type Matrix } from "./matrix.ts";
import { MatrixTable } from "./matrix-table.tsx";
import { Proposals } from "./propose.tsx";

export function ChecksPane(props: PaneProps) {
	const { editing, document, chosen, answer, matrix: state, onChoose } = props;
	const { matrix, isBusy, error, retry } = state;
	const checks = checksIn(document);
	const current = checks.find(({ place }) => place === chosen) ?? checks[0];
	const add = () => {
		const file = current?.file ?? fieldsOf(document).files?.[0]?.path ?? null;
		let place = "";
		editing.change((draft) => {
			place = addCheck(draft, file, {
				type: "codePattern",
				description: "",
				pattern: "",
			});
		});
		onChoose(place);
		requestAnimationFrame(() =>
			globalThis.document.getElementById("check-description")?.focus(),
		);
	};
	return (
		<div class="studio-checks">
			<div class="studio-left">
				<ol class="studio-check-list" aria-label={t("Checks")}>
					{checks.map(({ place, letter, check }) => (
						<li key={place}>
							<button
								type="button"
								aria-pressed={place === current?.place}
								onClick={() => onChoose(place)}
							>
								<span class="studio-letter">{letter}</span>
								<span>
									{check.description ? (
										<InlineCode text={check.description} />
									) : (
										<em>{t("No description yet")}</em>
									)}
								</span>
								<CheckState matrix={matrix} place={place} />
							</button>
						</li>
					))}
				</ol>
				<div class="studio-adding">
					<button type="button" class="button" onClick={add}>
						{t("Add a check")}
					</button>
					<Proposals editing={editing} onMade={(place) => onChoose(place)} />
				</div>
				{current ? (
					<CheckFields
						key={current.place}
						editing={editing}
						document={document}
						located={current}
						onMoved={(place) => onChoose(place)}
					/>
				) : (
					<p class="lead">
						{fillIn(
							t(
								"There is no check yet. Add one and type the code that your solution must have, with {code} for what learners may name freely.",
							),
							{ code: <code>$name</code> },
						)}
					</p>
				)}
			</div>
			<div class="studio-right">
				{error && (
					<Failure
						title={t("The checks could not run")}
						detail={error}
						nextStep=""
						onRetry={retry}
					/>
				)}
				{matrix && current ? (
					<>
						<section aria-labelledby="studio-matrix-heading">
							<h2 id="studio-matrix-heading">
								{t("Every answer, every check")}
							</h2>
							<Summary matrix={matrix} />
							<MatrixTable
								matrix={matrix}
								chosen={current.place}
								answer={answer}
								isBusy={isBusy}
								onChoose={onChoose}
							/>
						</section>
						<AnswerView {...props} located={current} />
					</>
				) : (
					!error && current && <p class="opening">{t("Loading the engine…")}</p>
				)}
			</div>
		</div>
	);
}

/** Whether anything about a check is not as it should be. */
function CheckState({
	matrix,
	place,
}: {
	matrix: Matrix | null;
	place: string;
}) {
	const at = matrix?.checks.findIndex((one) => one.place === place) ?? -1;
	if (!matrix || at < 0) return <span />;
	const cells = matrix.rows.flatMap(({ cells }) => cells[at] ?? []);
	const wrong = cells.filter((cell) => cell.isFault || isWrong(cell)).length;
	const isCaught = cells.some(({ expected }) => expected === false);
	return wrong > 0 ? (
		<span class="studio-wrong-text">
			<Icon name="alert" />
			<span class="unseen">
				{plural(wrong, {
					one: "{0} answer is not as it should be",
					other: "{0} answers are not as they should be",
				})}
			</span>
		</span>
	) : isCaught ? (
		<span class="studio-fine">
			<Icon name="check" />
			<span class="unseen">{t("in order")}</span>
		</span>
	) : (
		<span
			class="facts"
			title={t("No rejected answer is there to be caught by it")}
		>
			<Icon name="dash" />
			<span class="unseen">{t("no rejected answer is caught by it")}</span>
		</span>
	);
}

/** The table in one sentence. */
function Summary({ matrix }: { matrix: Matrix }) {
	const { checks, rows } = matrix;
	const wrong = rows.flatMap(({ cells }) =>
		cells.filter((cell) => cell.isFault || isWrong(cell)),
	).length;
	const uncaught = checks.filter(
		(_, at) => !rows.some(({ cells }) => cells[at]?.expected === false),
	);
	return (
		<p class="facts" role="status">
			{wrong > 0
				? plural(wrong, {
						one: "{0} result is not as it should be.",
						other: "{0} results are not as they should be.",
					})
				: t("Every answer passes and fails as it should.")}{" "}
			{uncaught.length > 0 &&
				t(
					"No rejected answer is there to be caught by {0}.",
					uncaught.map(({ letter }) => letter).join(", "),
				)}
		</p>
	);
}
