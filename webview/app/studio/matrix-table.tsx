/** The table of answers and checks. Its cells are buttons: one shows what the check matches in the answer, and what a learner reads. */
import { useRef } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { stripBackticks } from "../elements/inline-code.tsx";
import { type Answer, type Cell, isWrong, type Matrix } from "./matrix.ts";

interface MatrixTableProps {
	matrix: Matrix;
	chosen: string | null;
	answer: string;
	isBusy: boolean;
	onChoose(place: string, answer: string): void;
}

export const labelOf = ({ kind, name }: Answer) =>
	kind === "solution"
		? t("Solution")
		: kind === "starter"
			? t("Starter")
			: name || t("(no name)");

function groupTitle(kind: Answer["kind"]): string {
	if (kind === "accepted") return t("Accepted answers: every check passes");
	if (kind === "rejected") return t("Rejected answers: the marked check fails");
	return "";
}

export function MatrixTable({
	matrix,
	chosen,
	answer,
	isBusy,
	onChoose,
}: MatrixTableProps) {
	const table = useRef<HTMLTableElement>(null);
	const { checks, rows } = matrix;
	const column = Math.max(
		checks.findIndex(({ place }) => place === chosen),
		0,
	);
	const row = Math.max(
		rows.findIndex((one) => one.answer.id === answer),
		0,
	);
	const go = (toRow: number, toColumn: number) => {
		const [next, check] = [rows[toRow], checks[toColumn]];
		if (!next || !check) return;
		onChoose(check.place, next.answer.id);
		table.current
			?.querySelector<HTMLElement>(
				`[data-cell="${CSS.escape(`${next.answer.id} ${check.place}`)}"]`,
			)
			?.focus();
	};
	const onKey = (event: KeyboardEvent) => {
		const moves: Record<string, [number, number]> = {
			ArrowUp: [row - 1, column],
			ArrowDown: [row + 1, column],
			ArrowLeft: [row, column - 1],
			ArrowRight: [row, column + 1],
			Home: [row, 0],
			End: [row, checks.length - 1],
		};
		const to = moves[event.key];
		if (!to) return;
		event.preventDefault();
		go(...to);
	};
	if (checks.length === 0 || rows.length === 0) return null;
	return (
		<div class="studio-matrix" aria-busy={isBusy}>
			<table ref={table} onKeyDown={onKey}>
				<caption class="unseen">
					{t(
						"Which check each answer passes. Arrow keys move between the cells.",
					)}
				</caption>
				<thead>
					<tr>
						<td />
						{checks.map(({ place, letter, check }) => (
							<th
								key={place}
								scope="col"
								class={place === chosen ? "studio-column" : undefined}
							>
								<abbr title={stripBackticks(check.description ?? "")}>
									{letter}
								</abbr>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((one, index) => {
						const group = groupTitle(one.answer.kind);
						const isFirst =
							group !== "" && rows[index - 1]?.answer.kind !== one.answer.kind;
						return [
							isFirst && (
								<tr key={one.answer.kind} class="studio-group">
									<th scope="colgroup" colSpan={checks.length + 1}>
										{group}
									</th>
								</tr>
							),
							<tr
								key={one.answer.id}
								class={one.answer.id === answer ? "studio-row" : undefined}
							>
								<th scope="row">
									{labelOf(one.answer)}
									{one.syntax && (
										<span class="studio-wrong-text">
											{" "}
											{t("does not parse")}
										</span>
									)}
								</th>
								{one.cells.map((cell, at) => {
									const check = checks[at];
									if (!check) return null;
									const isChosen = index === row && at === column;
									return (
										<td
											key={check.place}
											class={
												check.place === chosen ? "studio-column" : undefined
											}
										>
											<button
												type="button"
												class={`studio-cell studio-cell-${toneOf(cell)}`}
												data-cell={`${one.answer.id} ${check.place}`}
												aria-pressed={isChosen}
												tabIndex={isChosen ? 0 : -1}
												aria-label={t(
													"Check {0}, {1}: {2}",
													check.letter,
													labelOf(one.answer),
													wordOf(cell),
												)}
												onClick={() => go(index, at)}
											>
												<Icon name={iconOf(cell)} />
											</button>
										</td>
									);
								})}
							</tr>,
						];
					})}
				</tbody>
			</table>
		</div>
	);
}

const toneOf = (cell: Cell) =>
	cell.isFault || isWrong(cell)
		? "wrong"
		: cell.expected === null
			? "free"
			: cell.passed
				? "passed"
				: "caught";

export const iconOf = (cell: Cell) =>
	cell.isFault || isWrong(cell) ? "alert" : cell.passed ? "check" : "cross";

function wordOf(cell: Cell): string {
	const { passed, expected } = cell;
	if (cell.isFault) return t("cannot be evaluated");
	if (isWrong(cell))
		return passed ? t("passes, and must fail") : t("fails, and must pass");
	if (expected === null) return passed ? t("passes") : t("fails");
	return passed ? t("passes, as it must") : t("fails, as it must");
}
