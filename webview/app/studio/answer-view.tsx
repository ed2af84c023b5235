/** The chosen answer: its code, which can be edited here, with what the chosen check matches, the metavariables, and what a learner reads. */
import { useMemo, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import type { PaneProps } from "./challenge-studio.tsx";
import type { LocatedCheck } from "./checks.ts";
import { CodeField, type CodeMark } from "./code-field.tsx";
import { setFile } from "./files.ts";
import { isWrong, type Row } from "./matrix.ts";
import { iconOf, labelOf } from "./matrix-table.tsx";

export function AnswerView({
	editing,
	matrix: { matrix },
	answer,
	located,
}: PaneProps & { located: LocatedCheck }) {
	const row =
		matrix?.rows.find((one) => one.answer.id === answer) ?? matrix?.rows[0];
	const at =
		matrix?.checks.findIndex(({ place }) => place === located.place) ?? -1;
	const cell = row?.cells[at];
	const [shown, setShown] = useState<string | null>(null);
	const marks = useMemo(() => (row ? marksOf(row, at) : []), [row, at]);
	if (!row) return null;
	const { files } = row.answer;
	const first = marks[0]?.location.file ?? located.file;
	const path =
		[shown, first].find((one) => files.some((file) => file.path === one)) ??
		files[0]?.path ??
		"";
	const content = files.find((file) => file.path === path)?.content ?? "";
	const bindings = row.matches[0]?.bindings ?? [];
	return (
		<section class="studio-answer" aria-labelledby="studio-answer-heading">
			<h2 id="studio-answer-heading">
				{kindOf(row)}
				<span class="studio-letter">{located.letter}</span>
			</h2>
			{cell && (
				<p class={`studio-verdict ${verdictClass(row, at)}`} role="status">
					<Icon name={iconOf(cell)} />
					<span>
						{cell.isFault ? (
							<>
								{t("This check cannot be evaluated:")}{" "}
								<InlineCode text={cell.message} />
							</>
						) : cell.passed ? (
							cell.expected === false ? (
								t("Passes, and this is the check that must catch it.")
							) : (
								matchedWords(row)
							)
						) : (
							<>
								{t("A learner reads:")}{" "}
								<q>
									<InlineCode text={cell.message} />
								</q>
							</>
						)}
					</span>
				</p>
			)}
			{cell?.nearMiss && !cell.passed && (
				<dl class="studio-near">
					<dt>{t("The pattern asks for")}</dt>
					<dd>
						<code>{cell.nearMiss.expected}</code>
					</dd>
					<dt>{t("The closest code is")}</dt>
					<dd>
						<code>{cell.nearMiss.actual}</code>
					</dd>
				</dl>
			)}
			{row.syntax && (
				<p class="studio-verdict studio-verdict-wrong">
					<Icon name="alert" />
					<span>
						{t("It does not parse:")} <InlineCode text={row.syntax} />
					</span>
				</p>
			)}
			{files.length > 1 && (
				<fieldset class="actions" aria-label={t("Files of this answer")}>
					{files.map((file) => (
						<button
							key={file.path}
							type="button"
							class="button studio-file"
							aria-pressed={file.path === path}
							onClick={() => setShown(file.path)}
						>
							{file.path}
						</button>
					))}
				</fieldset>
			)}
			<CodeField
				key={`${row.answer.id} ${path}`}
				path={path}
				label={t("{0} of {1}", path, kindOf(row))}
				value={content}
				marks={marks.filter(({ location }) => location.file === path)}
				onChange={(text) =>
					editing.change((draft) => setFile(draft, row.answer.id, path, text))
				}
			/>
			{bindings.length > 0 && (
				<table class="studio-bindings">
					<caption>{t("What each metavariable stands for")}</caption>
					<tbody>
						{bindings.map(({ name, text, location }) => (
							<tr key={name}>
								<th scope="row">
									<code>{name}</code>
								</th>
								<td>
									<code>{text}</code>
								</td>
								<td class="facts">{t("line {0}", location.line)}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
		</section>
	);
}

const kindOf = ({ answer }: Row) =>
	answer.kind === "accepted"
		? t("Accepted: {0}", labelOf(answer))
		: answer.kind === "rejected"
			? t("Rejected: {0}", labelOf(answer))
			: labelOf(answer);

const verdictClass = ({ cells }: Row, at: number) => {
	const cell = cells[at];
	if (!cell) return "";
	if (cell.isFault || isWrong(cell)) return "studio-verdict-wrong";
	return cell.passed ? "studio-verdict-passed" : "studio-verdict-missed";
};

function matchedWords({ matches, alternative }: Row): string {
	if (alternative)
		return t(
			"Passes by pattern {0} of {1}.",
			alternative.number,
			alternative.of,
		);
	if (matches.length > 1)
		return t("Passes: {0} places match, marked below.", matches.length);
	return matches.some(({ parts }) => parts.length > 0)
		? t("Passes: what matches is marked below.")
		: t("Passes.");
}

/** What matches and what metavariables are bound to; of a miss, the closest code. */
function marksOf({ matches, cells }: Row, at: number): CodeMark[] {
	const cell = cells[at];
	if (!cell) return [];
	const found = matches
		.flatMap(({ location, parts }) =>
			parts.length > 0 ? parts : location ? [location] : [],
		)
		.map((location): CodeMark => ({ kind: "match", location }));
	const bound = (matches[0]?.bindings ?? []).map(
		({ name, location }): CodeMark => ({
			kind: "bound",
			location,
			label: name,
		}),
	);
	if (cell.passed && found.length === 0 && cell.location)
		return [{ kind: "match", location: cell.location }, ...bound];
	if (cell.passed) return [...found, ...bound];
	return cell.location ? [{ kind: "miss", location: cell.location }] : [];
}
