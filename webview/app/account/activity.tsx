/** The learner's progress by pack, days of practice, and latest attempts. */
import type { AccountActivity } from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import { formatDay, formatMoment } from "../elements/format.ts";
import { addressOf } from "../router.ts";
import { useRead } from "./use-read.ts";

/** Days that the calendar shows: four weeks. */
const SHOWN_DAYS = 28;

export function Activity({ records }: { records: AccountRecords }) {
	const read = useCallback(() => records.activity(), [records]);
	const { load, retry } = useRead(read);
	return (
		<section aria-labelledby="activity-heading" class="account-part">
			<h2 id="activity-heading">{t("Progress")}</h2>
			{load.state === "loading" && (
				<p role="status">{t("Loading your progress…")}</p>
			)}
			{load.state === "failed" && (
				<Failure
					title={t("Your progress could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			)}
			{load.state === "ready" &&
				(load.value.days.length === 0 && load.value.packs.length === 0 ? (
					<p class="facts">
						{t("No attempts yet. Your progress appears here.")}{" "}
						<a href={addressOf.catalogue}>{t("Choose a pack")}</a>
					</p>
				) : (
					<>
						<Packs packs={load.value.packs} />
						<Days days={load.value.days} />
						<History recent={load.value.recent} />
					</>
				))}
		</section>
	);
}

function Packs({ packs }: Pick<AccountActivity, "packs">) {
	return (
		<ul class="account-rows">
			{packs.map(({ slug, name, passedCount, challengeCount }) => (
				<li key={slug} class="account-row">
					<a href={addressOf.pack(slug)} lang={PACK_LANGUAGE}>
						{name}
					</a>
					<progress
						max={challengeCount}
						value={passedCount}
						aria-hidden="true"
					/>
					<span class="facts">
						{t("{0} of {1} passed", passedCount, challengeCount)}
					</span>
				</li>
			))}
		</ul>
	);
}

/** The last four weeks, a mark a day. */
function Days({ days }: Pick<AccountActivity, "days">) {
	const attempts = new Map(days.map((each) => [each.day, each.attempts]));
	const shown = Array.from({ length: SHOWN_DAYS }, (_, index) => {
		const date = new Date();
		date.setDate(date.getDate() - (SHOWN_DAYS - 1 - index));
		return date;
	});
	return (
		<div class="practice">
			<p>
				{plural(days.length, {
					one: "{0} day practised in the last year",
					other: "{0} days practised in the last year",
				})}
			</p>
			<ol class="practice-days" aria-label={t("The last 28 days")}>
				{shown.map((date) => {
					const count = attempts.get(dayOf(date)) ?? 0;
					const text = plural(
						count,
						{
							one: "{1}: {0} attempt",
							other: "{1}: {0} attempts",
						},
						formatDay(date),
					);
					return (
						<li
							key={dayOf(date)}
							class={count > 0 ? "practice-day practised" : "practice-day"}
							title={text}
						>
							<span class="unseen">{text}</span>
						</li>
					);
				})}
			</ol>
		</div>
	);
}

/** A day of this browser's time zone, as `2026-11-23`. */
const dayOf = (date: Date) =>
	[date.getFullYear(), date.getMonth() + 1, date.getDate()]
		.map((part) => String(part).padStart(2, "0"))
		.join("-");

function History({ recent }: Pick<AccountActivity, "recent">) {
	if (recent.length === 0) return null;
	return (
		<details class="history">
			<summary>
				{plural(recent.length, {
					one: "Latest attempt",
					other: "Latest {0} attempts",
				})}
			</summary>
			<ul class="account-rows">
				{recent.map(
					({ _id, packSlug, challengeSlug, title, passed, attemptedAt }) => (
						<li key={_id} class="account-row">
							<a
								href={addressOf.challenge({
									pack: packSlug,
									challenge: challengeSlug,
								})}
								lang={PACK_LANGUAGE}
							>
								{title}
							</a>
							<span class={passed ? "history-passed" : "facts"}>
								{passed ? t("Passed") : t("Not passed")}
							</span>
							<span class="facts">{formatMoment(attemptedAt)}</span>
						</li>
					),
				)}
			</ul>
		</details>
	);
}
