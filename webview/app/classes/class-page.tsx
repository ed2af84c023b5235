/** One class: read once and again after each change, and shown as its teacher or a learner sees it. */
import type { JoinedClass, TaughtClass } from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { addressOf } from "../router.ts";
import { useScreen } from "../screen-hooks.ts";
import { LearnerClass } from "./learner-class.tsx";
import { TeacherClass } from "./teacher-class.tsx";

export function ClassPage({ classes, id }: { classes: Classes; id: string }) {
	const read = useCallback(() => classes.read(id), [classes, id]);
	const { load, refresh, retry } = useRead<TaughtClass | JoinedClass>(read);
	const title =
		load.state === "ready"
			? load.value.name
			: load.state === "failed"
				? load.error.status === 404
					? t("Class not found")
					: t("This class could not be loaded")
				: null;
	const heading = useScreen(title);
	return (
		<div class="column classes">
			<nav aria-label={t("Breadcrumb")}>
				<a class="crumb" href={addressOf.classes}>
					<Icon name="previous" />
					{t("All classes")}
				</a>
			</nav>
			<h1 ref={heading} tabIndex={-1}>
				{load.state === "ready" ? (
					<bdi>{load.value.name}</bdi>
				) : (
					(title ?? t("Loading…"))
				)}
			</h1>
			{load.state === "failed" && (
				<Failure
					detail={
						load.error.status === 404
							? t("It was deleted, or you are no longer in it.")
							: load.error.detail
					}
					nextStep={load.error.status === 404 ? "" : load.error.nextStep}
					onRetry={load.error.status === 404 ? undefined : retry}
				>
					<a class="button" href={addressOf.classes}>
						{t("See all classes")}
					</a>
				</Failure>
			)}
			{load.state === "ready" &&
				(load.value.role === "teacher" ? (
					<TeacherClass
						classes={classes}
						taught={load.value}
						refresh={refresh}
						heading={heading}
					/>
				) : (
					<LearnerClass classes={classes} joined={load.value} />
				))}
		</div>
	);
}
