/** The progress of a class at one of its packs: a table of learners and challenges, and each challenge by its checks. */
import type {
	ClassProgress,
	TaughtAssignment,
} from "@treeline/api/client-types";
import { useCallback, useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { packNameOf } from "./assignments.tsx";
import { ChecksDialog } from "./checks-dialog.tsx";
import { isPastDue } from "./dates.ts";
import { ResultMark, STATES, StateMark, stateName } from "./result-mark.tsx";
import type { TeacherProps } from "./teacher-class.tsx";

export function Progress({ classes, taught }: TeacherProps) {
	const id = useId();
	const [wanted, setWanted] = useState<string | null>(null);
	const { assignments } = taught;
	const shown =
		assignments.find(({ _id }) => _id === wanted) ?? assignments[0] ?? null;
	return (
		<section class="class-part" aria-labelledby="progress-heading">
			<h2 id="progress-heading">{t("Progress")}</h2>
			{shown === null ? (
				<p class="facts">
					{t("Assign a pack to see how far your learners are.")}
				</p>
			) : (
				<>
					{assignments.length > 1 && (
						<p class="progress-choice">
							<label for={id}>{t("Pack")}</label>
							<select
								id={id}
								class="field"
								value={shown._id}
								onChange={({ currentTarget }) => setWanted(currentTarget.value)}
							>
								{assignments.map((each) => (
									<option key={each._id} value={each._id}>
										{packNameOf(each)}
									</option>
								))}
							</select>
						</p>
					)}
					<Matrix
						// Members who join or leave change it.
						key={`${shown._id} ${taught.members.length} ${shown.dueAt} ${shown.opensAt}`}
						classes={classes}
						classId={taught._id}
						assignment={shown}
					/>
				</>
			)}
		</section>
	);
}

interface MatrixProps {
	classes: TeacherProps["classes"];
	classId: string;
	assignment: TaughtAssignment;
}

function Matrix({ classes, classId, assignment }: MatrixProps) {
	const read = useCallback(
		() => classes.progress(classId, assignment._id),
		[classes, classId, assignment._id],
	);
	const { load, refresh, retry } = useRead(read);
	const [opened, setOpened] = useState<number | null>(null);
	if (load.state === "loading")
		return <p role="status">{t("Loading progress…")}</p>;
	if (load.state === "failed")
		return (
			<Failure
				title={t("The progress could not be loaded")}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={retry}
			/>
		);
	const progress = load.value;
	const challenge = opened === null ? null : progress.challenges[opened];
	return (
		<>
			{progress.challenges.length === 0 ? (
				<p class="facts">{t("Learners cannot open this pack at present.")}</p>
			) : progress.learners.length === 0 ? (
				<p class="facts">{t("Nobody has joined yet.")}</p>
			) : (
				<>
					<Legend />
					<Titles challenges={progress.challenges} />
					<Table progress={progress} onOpen={setOpened} />
				</>
			)}
			<p class="class-actions">
				<button type="button" class="button" onClick={() => void refresh()}>
					<Icon name="reset" />
					{t("Refresh")}
				</button>
				<a
					class="button"
					href={classes.progressAddress(classId, assignment._id)}
					download
				>
					<Icon name="download" />
					{t("Download as CSV")}
				</a>
			</p>
			{challenge && (
				<ChecksDialog
					classes={classes}
					classId={classId}
					assignmentId={assignment._id}
					challenge={challenge}
					learners={progress.learners}
					onClose={() => setOpened(null)}
				/>
			)}
		</>
	);
}

const Legend = () => (
	<ul class="progress-legend facts" aria-label={t("States")}>
		{STATES.map((state) => (
			<li key={state}>
				<StateMark state={state} />
				{stateName(state)}
			</li>
		))}
	</ul>
);

/** What the numbers of the table stand for; its buttons have the titles themselves. */
const Titles = ({
	challenges,
}: {
	challenges: ClassProgress["challenges"];
}) => (
	<ol class="progress-titles" aria-hidden="true" lang={PACK_LANGUAGE}>
		{challenges.map(({ _id, title }) => (
			<li key={_id}>{title}</li>
		))}
	</ol>
);

function Table({
	progress: { assignment, challenges, learners },
	onOpen,
}: {
	progress: ClassProgress;
	onOpen(challenge: number): void;
}) {
	const passedBy = challenges.map(
		(_, index) =>
			learners.filter(({ results }) => results[index]?.passedAt != null).length,
	);
	return (
		<section
			// Its buttons are where a keyboard scrolls it from.
			class="progress-table"
			aria-label={t("Progress by learner and challenge")}
		>
			<table>
				<thead>
					<tr>
						<th scope="col">{t("Learner’s name")}</th>
						<th scope="col">{t("Passed")}</th>
						{challenges.map(({ _id, title }, index) => (
							<th key={_id} scope="col">
								<button
									type="button"
									class="button button-quiet"
									aria-haspopup="dialog"
									title={title}
									onClick={() => onOpen(index)}
								>
									<span aria-hidden="true">{index + 1}</span>
									<span class="unseen">
										{index + 1}. <span lang={PACK_LANGUAGE}>{title}</span>:{" "}
										{t("show checks")}
									</span>
								</button>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{learners.map(({ _id, name, results }) => {
						const passed = results.filter(
							(each) => each?.passedAt != null,
						).length;
						return (
							<tr key={_id}>
								<th scope="row">
									<bdi>{name}</bdi>
								</th>
								<td class="progress-count">
									{t("{0} of {1}", passed, challenges.length)}
									{passed < challenges.length && isPastDue(assignment) && (
										<span class="progress-overdue class-overdue">
											{t("Overdue")}
										</span>
									)}
								</td>
								{results.map((result, index) => (
									<td key={challenges[index]?._id}>
										<ResultMark result={result} dueAt={assignment.dueAt} />
									</td>
								))}
							</tr>
						);
					})}
				</tbody>
				<tfoot>
					<tr>
						<th scope="row">{t("Passed by")}</th>
						<td />
						{passedBy.map((count, index) => (
							<td key={challenges[index]?._id} class="progress-count">
								{count}
							</td>
						))}
					</tr>
				</tfoot>
			</table>
		</section>
	);
}
