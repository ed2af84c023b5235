/** The packs that a class is assigned, with their dates; a new one, and changes. */
import type { TaughtAssignment } from "@treeline/api/client-types";
import { useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { addressOf } from "../router.ts";
import { AssignDialog, DatesDialog } from "./assignment-dialogs.tsx";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";
import { datesText, isPastDue } from "./dates.ts";
import type { TeacherProps } from "./teacher-class.tsx";

export const packNameOf = ({ pack, withheldPack }: TaughtAssignment): string =>
	pack?.name ?? withheldPack?.name ?? t("A pack that was deleted");

/** Why learners cannot open an assigned pack, and what the teacher can do. */
function withheldText(
	reason: NonNullable<TaughtAssignment["withheldPack"]>["reason"],
): string {
	switch (reason) {
		case "deleted":
			return t(
				"Its author deleted it, so learners cannot open it. Remove the assignment, and assign another pack.",
			);
		case "private":
			return t(
				"Its author made it private, so learners cannot open it. Ask the author, or remove the assignment.",
			);
		case "taken_down":
			return t(
				"A moderator took it down, so learners cannot open it. Remove the assignment, or wait until it is restored.",
			);
	}
}

export function Assignments({ classes, taught, refresh }: TeacherProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const [assigning, setAssigning] = useState(false);
	const [dated, setDated] = useState<TaughtAssignment | null>(null);
	const [question, ask] = useState<Question | null>(null);
	return (
		<section class="class-part" aria-labelledby="assignments-heading">
			<h2 id="assignments-heading" ref={heading} tabIndex={-1}>
				{t("Assignments")}
			</h2>
			{taught.assignments.length === 0 && (
				<p class="facts">{t("No pack is assigned yet.")}</p>
			)}
			<ul class="class-rows">
				{taught.assignments.map((assignment) => {
					const name = packNameOf(assignment);
					return (
						<li key={assignment._id} class="class-row">
							{assignment.pack ? (
								<a
									href={addressOf.pack(assignment.pack.slug)}
									lang={PACK_LANGUAGE}
								>
									{name}
								</a>
							) : (
								<span class="class-row-name" lang={PACK_LANGUAGE}>
									{name}
								</span>
							)}
							<span class="facts">
								{datesText(assignment)}
								{isPastDue(assignment) && (
									<span class="class-overdue"> · {t("Past due")}</span>
								)}
							</span>
							<span class="class-row-actions">
								<button
									type="button"
									class="button"
									aria-haspopup="dialog"
									onClick={() => setDated(assignment)}
								>
									{t("Dates…")}
									<span class="unseen"> {name}</span>
								</button>
								<button
									type="button"
									class="button"
									aria-haspopup="dialog"
									onClick={() =>
										ask({
											title: t("Remove assignment"),
											text: t(
												"“{0}” is no longer assigned, and you see nothing of the learners’ progress there any more. What they have done stays with them.",
												name,
											),
											action: t("Remove assignment"),
											done: t("The assignment is removed."),
											run: async () => {
												await classes.unassign(taught._id, assignment._id);
												await refresh();
											},
											onDone: () => heading.current?.focus(),
										})
									}
								>
									{t("Remove…")}
									<span class="unseen"> {name}</span>
								</button>
							</span>
							{assignment.withheldPack && (
								<p class="class-withheld">
									{withheldText(assignment.withheldPack.reason)}
								</p>
							)}
						</li>
					);
				})}
			</ul>
			<p class="class-actions">
				<button
					type="button"
					class="button"
					aria-haspopup="dialog"
					onClick={() => setAssigning(true)}
				>
					{t("Assign a pack…")}
				</button>
			</p>
			{assigning && (
				<AssignDialog
					assign={async (body) => {
						await classes.assign(taught._id, body);
						announce(t("The pack is assigned."));
						await refresh();
					}}
					assigned={taught.assignments.flatMap(({ pack }) => pack?.slug ?? [])}
					onClose={() => setAssigning(false)}
				/>
			)}
			{dated && (
				<DatesDialog
					assignment={dated}
					save={async (dates) => {
						await classes.setDates(taught._id, dated._id, dates);
						announce(t("The dates are changed."));
						await refresh();
					}}
					onClose={() => setDated(null)}
				/>
			)}
			{question && (
				<ConfirmDialog question={question} onClose={() => ask(null)} />
			)}
		</section>
	);
}
