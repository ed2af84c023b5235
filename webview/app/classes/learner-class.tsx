/** A class as a learner sees it: what is assigned, how far one is, what the teacher sees, and leaving it. */
import type {
	JoinedClass,
	LearnerAssignment,
} from "@treeline/api/client-types";
import { useCallback, useState } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import { formatMinute } from "../elements/format.ts";
import { addressOf } from "../router.ts";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";
import { datesText, isOverdue } from "./dates.ts";
import { OwnChecks } from "./own-checks.tsx";
import { ResultMark, resultText } from "./result-mark.tsx";
import { SharedData } from "./shared-data.tsx";

interface LearnerProps {
	classes: Classes;
	joined: JoinedClass;
}

export function LearnerClass({ classes, joined }: LearnerProps) {
	const { router } = useApp();
	const [question, ask] = useState<Question | null>(null);
	return (
		<>
			<p class="facts">
				{t(
					"Taught by {0}. You joined {1}.",
					joined.teacherName,
					formatMinute(joined.joinedAt ?? joined.createdAt),
				)}
			</p>
			<section class="class-part" aria-labelledby="assigned-heading">
				<h2 id="assigned-heading">{t("Assignments")}</h2>
				{joined.assignments.length === 0 && (
					<p class="facts">{t("Nothing is assigned at present.")}</p>
				)}
				<ul class="class-rows">
					{joined.assignments.map((each) => (
						<li key={each._id} class="class-assigned">
							<Assigned
								classes={classes}
								classId={joined._id}
								assignment={each}
							/>
						</li>
					))}
				</ul>
			</section>
			<section class="class-part" aria-labelledby="shared-heading">
				<h2 id="shared-heading">{t("What your teacher sees")}</h2>
				<SharedData teacherName={joined.teacherName} />
				<p class="class-actions">
					<button
						type="button"
						class="button"
						aria-haspopup="dialog"
						onClick={() =>
							ask({
								title: t("Leave class"),
								text: t(
									"{0} sees nothing of you any more. What you have done stays with you. To come back, you need the join link.",
									joined.teacherName,
								),
								action: t("Leave class"),
								done: t("You have left the class."),
								run: () => classes.leave(joined._id),
								onDone: () => router.go(addressOf.classes),
							})
						}
					>
						{t("Leave class…")}
					</button>
				</p>
			</section>
			{question && (
				<ConfirmDialog question={question} onClose={() => ask(null)} />
			)}
		</>
	);
}

interface AssignedProps {
	classes: Classes;
	classId: string;
	assignment: LearnerAssignment;
}

function Assigned({ classes, classId, assignment }: AssignedProps) {
	const { pack, passedCount } = assignment;
	const [opened, setOpened] = useState(false);
	return (
		<>
			<div class="class-assigned-head">
				{pack ? (
					<a href={addressOf.pack(pack.slug)} lang={PACK_LANGUAGE}>
						{pack.name}
					</a>
				) : (
					<span class="class-row-name">
						{t("A pack that cannot be opened any more")}
					</span>
				)}
				<span class="facts">
					{datesText(assignment)}
					{isOverdue(assignment) && (
						<span class="class-overdue"> · {t("Overdue")}</span>
					)}
				</span>
				{pack && (
					<>
						<progress
							max={pack.challengeCount}
							value={passedCount}
							aria-hidden="true"
						/>
						<span class="facts">
							{t("{0} of {1} passed", passedCount, pack.challengeCount)}
						</span>
					</>
				)}
			</div>
			{!pack && (
				<p class="facts">{t("Your teacher can remove it from the class.")}</p>
			)}
			{pack && (
				<details
					onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
				>
					<summary>{t("As your teacher sees it")}</summary>
					{opened && (
						<OwnResults
							classes={classes}
							classId={classId}
							assignmentId={assignment._id}
							slug={pack.slug}
						/>
					)}
				</details>
			)}
		</>
	);
}

function OwnResults({
	classes,
	classId,
	assignmentId,
	slug,
}: {
	classes: Classes;
	classId: string;
	assignmentId: string;
	slug: string;
}) {
	const read = useCallback(
		() => classes.progress(classId, assignmentId),
		[classes, classId, assignmentId],
	);
	const { load, retry } = useRead(read);
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
	const { assignment, challenges, learners } = load.value;
	return (
		<ol class="own-results">
			{challenges.map(({ _id, slug: challenge, title }, index) => {
				const result = learners[0]?.results[index] ?? null;
				return (
					<li key={_id}>
						<ResultMark result={result} dueAt={assignment.dueAt} />
						<a
							href={addressOf.challenge({ pack: slug, challenge })}
							lang={PACK_LANGUAGE}
						>
							{title}
						</a>
						<span class="facts" aria-hidden="true">
							{resultText(result, assignment.dueAt)}
						</span>
						{result?.passedAt === null && (
							<OwnChecks
								classes={classes}
								classId={classId}
								assignmentId={assignmentId}
								challengeId={_id}
								title={title}
							/>
						)}
					</li>
				);
			})}
		</ol>
	);
}
