/** How the learners of a class are with each check of a challenge. */
import type { ClassProgress } from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Failure } from "../elements/failure.tsx";
import { InlineCode } from "../elements/inline-code.tsx";

interface ChecksDialogProps {
	classes: Classes;
	classId: string;
	assignmentId: string;
	challenge: ClassProgress["challenges"][number];
	learners: ClassProgress["learners"];
	onClose(): void;
}

export function ChecksDialog({
	classes,
	classId,
	assignmentId,
	challenge,
	learners,
	onClose,
}: ChecksDialogProps) {
	const read = useCallback(
		() => classes.checks(classId, assignmentId, challenge._id),
		[classes, classId, assignmentId, challenge],
	);
	const { load, retry } = useRead(read);
	const nameOf = (id: string) =>
		learners.find(({ _id }) => _id === id)?.name ?? "?";
	return (
		<Dialog title={challenge.title} size="narrow" onClose={onClose}>
			{() => (
				<div class="class-form">
					{load.state === "loading" && (
						<p role="status">{t("Loading checks…")}</p>
					)}
					{load.state === "failed" && (
						<Failure
							title={t("The checks could not be loaded")}
							detail={load.error.detail}
							nextStep={load.error.nextStep}
							onRetry={retry}
						/>
					)}
					{load.state === "ready" && (
						<>
							<p>
								{plural(load.value.passedCount, {
									one: "{0} learner has passed the challenge.",
									other: "{0} learners have passed the challenge.",
								})}{" "}
								{plural(load.value.openCount, {
									one: "{0} learner is at it; the checks are those of the latest attempt.",
									other:
										"{0} learners are at it; the checks are those of their latest attempts.",
								})}
							</p>
							{load.value.unknownCount > 0 && (
								<p class="facts">
									{plural(load.value.unknownCount, {
										one: "The latest attempt of {0} learner tells nothing of these checks.",
										other:
											"The latest attempts of {0} learners tell nothing of these checks.",
									})}
								</p>
							)}
							<ol class="class-checks">
								{load.value.checks.map(({ check, description, failing }) => (
									<li key={check}>
										<span lang={PACK_LANGUAGE}>
											<InlineCode text={description} />
										</span>
										{failing.length === 0 ? (
											<span class="facts">{t("fails for nobody")}</span>
										) : (
											<details>
												<summary>
													{plural(failing.length, {
														one: "fails for {0} learner",
														other: "fails for {0} learners",
													})}
												</summary>
												<ul>
													{failing.map((id) => (
														<li key={id}>
															<bdi>{nameOf(id)}</bdi>
														</li>
													))}
												</ul>
											</details>
										)}
									</li>
								))}
							</ol>
						</>
					)}
				</div>
			)}
		</Dialog>
	);
}
