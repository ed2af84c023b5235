/** What learners met at the challenge: how often each check was missed, and answers that they hold to be right, as candidates for cases. */
import { useMemo } from "preact/hooks";
import type {
	LearnerAnswer,
	LearnerRecords,
	LearnerStatistics,
} from "../../../host/studio.ts";
import { plural, t } from "../../../l10n/l10n.ts";
import { announce } from "../../announce.ts";
import { Failure } from "../../elements/failure.tsx";
import { formatMoment } from "../../elements/format.ts";
import { InlineCode } from "../../elements/inline-code.tsx";
import type { PaneProps } from "../challenge-studio.tsx";
import { checksIn, type LocatedCheck } from "../checks.ts";
import { useLoaded } from "../use-loaded.ts";

export function LearnersPane(props: PaneProps & { records: LearnerRecords }) {
	const { records, editing } = props;
	const load = useMemo(
		() => async () => {
			const [statistics, answers] = await Promise.all([
				records.statistics(editing.path),
				records.answers(editing.path),
			]);
			return { statistics, answers };
		},
		[records, editing.path],
	);
	const { value, error, retry } = useLoaded(load);
	if (error)
		return (
			<Failure
				title={t("What learners did could not be loaded")}
				detail={error.detail}
				nextStep={error.nextStep}
				onRetry={retry}
			/>
		);
	if (!value) return <p role="status">{t("Loading…")}</p>;
	return (
		<div class="studio-halves">
			<section aria-labelledby="studio-statistics">
				<h2 id="studio-statistics">{t("Checks that learners missed")}</h2>
				<Statistics
					statistics={value.statistics}
					checks={checksIn(props.document)}
				/>
			</section>
			<section aria-labelledby="studio-candidates">
				<h2 id="studio-candidates">{t("Disputed answers")}</h2>
				<Candidates answers={value.answers} {...props} />
			</section>
		</div>
	);
}

function Statistics({
	statistics: { learners, minLearners, checks },
	checks: known,
}: {
	statistics: LearnerStatistics;
	checks: LocatedCheck[];
}) {
	if (learners === null || checks === null)
		return (
			<p>
				{t(
					"Shown once {0} learners have tried the challenge as it is stored now.",
					minLearners,
				)}
			</p>
		);
	const counts = new Map(checks.map((one) => [one.check, one]));
	return (
		<>
			<p class="facts">
				{plural(learners, {
					one: "{0} learner has tried the challenge as it is stored now.",
					other: "{0} learners have tried the challenge as it is stored now.",
				})}
			</p>
			<table class="studio-bindings">
				<thead>
					<tr>
						<th scope="col">{t("Check")}</th>
						<th scope="col">{t("Tried by")}</th>
						<th scope="col">{t("Missed at first")}</th>
						<th scope="col">{t("Missed when given up")}</th>
					</tr>
				</thead>
				<tbody>
					{known.map(({ place, letter, check }) => {
						const count = counts.get(place);
						return (
							<tr key={place}>
								<th scope="row">
									{letter}: <InlineCode text={check.description ?? ""} />
								</th>
								<td>{count?.seen ?? 0}</td>
								<td>{count?.failedFirst ?? 0}</td>
								<td>{count?.givenUp ?? 0}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</>
	);
}

function Candidates({
	answers,
	document,
	editing,
	onAnswer,
	onTab,
}: PaneProps & { answers: LearnerAnswer[] }) {
	const checks = checksIn(document);
	const groups = new Map<string, LearnerAnswer[]>();
	for (const one of answers) {
		const key = one.failed.join("\n");
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	const add = (kind: "accepted" | "rejected", one: LearnerAnswer) => {
		let id = "";
		editing.change(({ cases }) => {
			const name = one.note || t("an answer of {0}", formatMoment(one.at));
			const place = one.failed[0] ?? checks[0]?.place ?? "";
			if (kind === "accepted") cases.accepted.push({ name, files: one.files });
			else cases.rejected.push({ name, caughtBy: place, files: one.files });
			id = `${kind}/${cases[kind].length - 1}`;
		});
		announce(t("The answer was added."));
		onAnswer(id);
		onTab("answers");
	};
	if (answers.length === 0)
		return <p>{t("No learner has disputed a check of this challenge.")}</p>;
	return (
		<>
			{[...groups].map(([key, list]) => (
				<div class="studio-field" key={key}>
					<h3 class="studio-label">
						{missedText(list[0]?.failed ?? [], checks)}
					</h3>
					<ul class="studio-findings">
						{list.map((one) => (
							<li key={one.id}>
								<p class="facts">{formatMoment(one.at)}</p>
								{one.note && <p>{one.note}</p>}
								{one.files.map(({ path, content }) => (
									<details class="studio-more" key={path}>
										<summary>{path}</summary>
										<pre>
											<code>{content}</code>
										</pre>
									</details>
								))}
								<div class="actions">
									<button
										type="button"
										class="jump"
										onClick={() => add("accepted", one)}
									>
										{t("Add as a right answer")}
									</button>
									<button
										type="button"
										class="jump"
										onClick={() => add("rejected", one)}
									>
										{t("Add as a wrong answer")}
									</button>
								</div>
							</li>
						))}
					</ul>
				</div>
			))}
		</>
	);
}

function missedText(failed: string[], checks: LocatedCheck[]): string {
	if (failed.length === 0) return t("Missed: the syntax");
	const letters = failed.map(
		(place) => checks.find((one) => one.place === place)?.letter ?? place,
	);
	return t("Missed: {0}", letters.join(", "));
}
