/** The classes that the user teaches or has joined, and a new one. */
import type { ClassSummary } from "@treeline/api/client-types";
import { useState } from "preact/hooks";
import type { Classes } from "../../host/classes.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { formatMinute } from "../elements/format.ts";
import { useScreen } from "../screen-hooks.ts";
import { addressOfClass, shownTokens } from "./class-address.ts";
import { NameDialog } from "./name-dialog.tsx";

export function ClassList({ classes }: { classes: Classes }) {
	const { router } = useApp();
	const heading = useScreen(t("Classes"));
	const { load, retry } = useRead(classes.list);
	const [creating, setCreating] = useState(false);
	return (
		<div class="column classes">
			<h1 ref={heading} tabIndex={-1}>
				{t("Classes")}
			</h1>
			<p class="lead">
				{t(
					"A teacher assigns packs to a class and sees how far its learners are.",
				)}
			</p>
			{load.state === "loading" && <p role="status">{t("Loading classes…")}</p>}
			{load.state === "failed" && (
				<Failure
					title={t("Your classes could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			)}
			{load.state === "ready" && (
				<>
					<Rows
						title={t("Classes you teach")}
						rows={load.value.filter(({ role }) => role === "teacher")}
						none={t("You do not teach a class yet.")}
					/>
					<p class="class-actions">
						<button
							type="button"
							class="button button-primary"
							aria-haspopup="dialog"
							onClick={() => setCreating(true)}
						>
							{t("New class…")}
						</button>
					</p>
					<Rows
						title={t("Classes you have joined")}
						rows={load.value.filter(({ role }) => role === "learner")}
						none={t(
							"You have not joined a class yet. To join one, open the link that its teacher gives you.",
						)}
					/>
				</>
			)}
			{creating && (
				<NameDialog
					title={t("New class")}
					action={t("Create class")}
					name=""
					save={async (name) => {
						const { _id, joinToken } = await classes.create(name);
						shownTokens.set(_id, joinToken);
						router.go(addressOfClass(_id));
					}}
					onClose={() => setCreating(false)}
				/>
			)}
		</div>
	);
}

function Rows({
	title,
	rows,
	none,
}: {
	title: string;
	rows: ClassSummary[];
	none: string;
}) {
	return (
		<section class="class-part" aria-label={title}>
			<h2>{title}</h2>
			{rows.length === 0 && <p class="facts">{none}</p>}
			<ul class="class-rows">
				{rows.map((row) => (
					<li key={row._id} class="class-row">
						<a href={addressOfClass(row._id)}>
							<bdi>{row.name}</bdi>
						</a>
						<span class="facts">
							{row.joinedAt === null
								? plural(row.memberCount ?? 0, {
										one: "{0} learner",
										other: "{0} learners",
									})
								: t(
										"by {0}, joined {1}",
										row.teacherName,
										formatMinute(row.joinedAt),
									)}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}
