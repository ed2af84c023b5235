/** A class as its teacher sees it: join link, assignments, progress and learners. */
import type { TaughtClass } from "@treeline/api/client-types";
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { formatMinute } from "../elements/format.ts";
import { addressOf } from "../router.ts";
import { Assignments } from "./assignments.tsx";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";
import { JoinLink } from "./join-link.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { Progress } from "./progress.tsx";

export interface TeacherProps {
	classes: Classes;
	taught: TaughtClass;
	/** Reads the class again. */
	refresh(): Promise<void>;
}

export function TeacherClass({
	heading,
	...props
}: TeacherProps & { heading: RefObject<HTMLHeadingElement | null> }) {
	const { classes, taught, refresh } = props;
	const { router } = useApp();
	const [renaming, setRenaming] = useState(false);
	const [question, ask] = useState<Question | null>(null);
	const deletion: Question = {
		title: t("Delete class"),
		text: t(
			"The class “{0}” with its members and assignments is deleted for good. What learners have done stays with them.",
			taught.name,
		),
		action: t("Delete class"),
		done: t("The class is deleted."),
		run: () => classes.remove(taught._id),
		onDone: () => router.go(addressOf.classes),
	};
	return (
		<>
			<p class="class-actions">
				<span class="facts">
					{t("You teach this class.")}{" "}
					{plural(taught.members.length, {
						one: "{0} learner",
						other: "{0} learners",
					})}
				</span>
				<button
					type="button"
					class="button"
					aria-haspopup="dialog"
					onClick={() => setRenaming(true)}
				>
					{t("Rename…")}
				</button>
				<button
					type="button"
					class="button"
					aria-haspopup="dialog"
					onClick={() => ask(deletion)}
				>
					{t("Delete class…")}
				</button>
			</p>
			<JoinLink {...props} />
			<Assignments {...props} />
			<Progress {...props} />
			<Learners {...props} />
			{renaming && (
				<NameDialog
					title={t("Rename class")}
					action={t("Save")}
					name={taught.name}
					save={async (name) => {
						await classes.rename(taught._id, name);
						announce(t("The class is renamed."));
						await refresh();
						heading.current?.focus();
					}}
					onClose={() => setRenaming(false)}
				/>
			)}
			{question && (
				<ConfirmDialog question={question} onClose={() => ask(null)} />
			)}
		</>
	);
}

function Learners({ classes, taught, refresh }: TeacherProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const [question, ask] = useState<Question | null>(null);
	return (
		<section class="class-part" aria-labelledby="learners-heading">
			<h2 id="learners-heading" ref={heading} tabIndex={-1}>
				{t("Learners")}
			</h2>
			{taught.members.length === 0 && (
				<p class="facts">
					{t("Nobody has joined yet. Send the join link to your learners.")}
				</p>
			)}
			<ul class="class-rows">
				{taught.members.map(({ _id, name, joinedAt }) => (
					<li key={_id} class="class-row">
						<bdi class="class-row-name">{name}</bdi>
						<span class="facts">{t("joined {0}", formatMinute(joinedAt))}</span>
						<button
							type="button"
							class="button"
							aria-haspopup="dialog"
							onClick={() =>
								ask({
									title: t("Remove learner"),
									text: t(
										"{0} leaves the class, and you see nothing of their progress any more. Make a new join link if they are not to join again.",
										name,
									),
									action: t("Remove learner"),
									done: t("The learner is removed."),
									run: async () => {
										await classes.removeMember(taught._id, _id);
										await refresh();
									},
									onDone: () => heading.current?.focus(),
								})
							}
						>
							{t("Remove…")}
							<span class="unseen"> {name}</span>
						</button>
					</li>
				))}
			</ul>
			{question && (
				<ConfirmDialog question={question} onClose={() => ask(null)} />
			)}
		</section>
	);
}
