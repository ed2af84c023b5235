/** Which checks a learner's latest attempt passes and fails, as the teacher sees it. */
import { useCallback, useState } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import { InlineCode } from "../elements/inline-code.tsx";

interface OwnChecksProps {
	classes: Classes;
	classId: string;
	assignmentId: string;
	challengeId: string;
}

export function OwnChecks({
	title,
	...props
}: OwnChecksProps & { title: string }) {
	const [opened, setOpened] = useState(false);
	return (
		<details
			class="own-checks"
			onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
		>
			<summary>
				{t("Checks of your latest attempt")}
				<span class="unseen">
					{" "}
					<span lang={PACK_LANGUAGE}>{title}</span>
				</span>
			</summary>
			{opened && <Checks {...props} />}
		</details>
	);
}

function Checks({
	classes,
	classId,
	assignmentId,
	challengeId,
}: OwnChecksProps) {
	const read = useCallback(
		() => classes.checks(classId, assignmentId, challengeId),
		[classes, classId, assignmentId, challengeId],
	);
	const { load, retry } = useRead(read);
	if (load.state === "loading")
		return <p role="status">{t("Loading checks…")}</p>;
	if (load.state === "failed")
		return (
			<Failure
				title={t("The checks could not be loaded")}
				detail={load.error.detail}
				nextStep={load.error.nextStep}
				onRetry={retry}
			/>
		);
	const { checks, unknownCount } = load.value;
	if (unknownCount > 0)
		return (
			<p class="facts">
				{t("Your latest attempt tells nothing of these checks.")}
			</p>
		);
	return (
		<ol class="class-checks">
			{checks.map(({ check, description, failing }) => (
				<li key={check}>
					<span lang={PACK_LANGUAGE}>
						<InlineCode text={description} />
					</span>
					<span class={failing.length > 0 ? "class-overdue" : "facts"}>
						{failing.length > 0 ? t("Does not pass") : t("Passes")}
					</span>
				</li>
			))}
		</ol>
	);
}
