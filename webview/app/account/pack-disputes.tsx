/** For authors: the answers that learners hold to be right although checks of the author's packs refuse them, and how they are closed. */
import "../challenge/dialog-styles.ts";
import type { Dispute } from "@treeline/api/client-types";
import { useCallback, useId, useRef, useState } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import {
	PACK_LANGUAGE,
	SERVICE_LANGUAGE,
} from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import { formatMoment } from "../elements/format.ts";
import { InlineCode } from "../elements/inline-code.tsx";
import { addressOf } from "../router.ts";
import { asApiError, useRead } from "./use-read.ts";

const MAX_REASON = 1000;

/** Nothing for those who have written no pack. */
export function PackDisputes({ records }: { records: AccountRecords }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const read = useCallback(() => disputesOf(records), [records]);
	const { load, refresh, retry } = useRead(read);
	if (load.state === "loading") return null;
	if (load.state === "ready" && load.value === null) return null;
	return (
		<section aria-labelledby="pack-disputes-heading" class="account-part">
			<h2 id="pack-disputes-heading" ref={heading} tabIndex={-1}>
				{t("Disputes about your packs")}
			</h2>
			{load.state === "failed" ? (
				<Failure
					title={t("The disputes could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			) : (
				<DisputeList
					rows={load.value ?? []}
					onDecide={async (dispute, reason) => {
						await records.decideDispute(dispute, reason);
						announce(
							reason === null
								? t("The dispute is open again.")
								: t("The dispute is closed."),
						);
						await refresh();
						// What was pressed may be gone.
						heading.current?.focus();
					}}
				/>
			)}
		</section>
	);
}

/** The open ones first; null for someone without packs. */
async function disputesOf(records: AccountRecords): Promise<Dispute[] | null> {
	const packs = await records.ownPacks();
	if (packs.length === 0) return null;
	const rows = await Promise.all(
		packs.map(({ slug }) => records.packDisputes(slug)),
	);
	return rows
		.flat()
		.sort(
			(one, other) =>
				Number(one.status === "closed") - Number(other.status === "closed") ||
				other.createdAt.localeCompare(one.createdAt),
		);
}

type Decide = (dispute: Dispute, reason: string | null) => Promise<void>;

function DisputeList({
	rows,
	onDecide,
}: {
	rows: Dispute[];
	onDecide: Decide;
}) {
	const open = rows.filter(({ status }) => status === "open").length;
	return (
		<>
			<p class="facts">
				{rows.length === 0
					? t("No learner has disputed a check.")
					: plural(open, {
							one: "{0} open dispute",
							other: "{0} open disputes",
						})}
			</p>
			<ul class="account-rows">
				{rows.map((each) => (
					<li key={each._id} class="pack-dispute">
						<DisputeRow dispute={each} onDecide={onDecide} />
					</li>
				))}
			</ul>
		</>
	);
}

export function DisputeRow({
	dispute,
	onDecide,
}: {
	dispute: Dispute;
	onDecide: Decide;
}) {
	const { packSlug, challengeSlug, createdAt, note, failed, files } = dispute;
	return (
		<>
			<h3>
				<a
					href={addressOf.challenge({
						pack: packSlug,
						challenge: challengeSlug,
					})}
				>
					{packSlug} / {challengeSlug}
				</a>
			</h3>
			<p class="facts">{t("Sent {0}", formatMoment(createdAt))}</p>
			{note !== null && (
				<p class="dispute-reason" lang={PACK_LANGUAGE} dir="auto">
					{note}
				</p>
			)}
			<ul class="dispute-parts">
				{failed.map(({ check, message }) => (
					<li key={`${check} ${message}`} lang={SERVICE_LANGUAGE}>
						<InlineCode text={message} />
					</li>
				))}
			</ul>
			<details>
				<summary>
					{plural(files.length, { one: "{0} file", other: "{0} files" })}
				</summary>
				{files.map(({ path, content }) => (
					<figure key={path} class="disputed-file">
						<figcaption>{path}</figcaption>
						<pre dir="ltr">{content}</pre>
					</figure>
				))}
			</details>
			<Decision dispute={dispute} onDecide={onDecide} />
		</>
	);
}

function Decision({
	dispute,
	onDecide,
}: {
	dispute: Dispute;
	onDecide: Decide;
}) {
	const id = useId();
	const [reason, setReason] = useState("");
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const decide = async (text: string | null) => {
		if (working) return;
		if (text === "") {
			setFault(t("Write a reason first: the learner reads it."));
			return;
		}
		setWorking(true);
		setFault(null);
		await onDecide(dispute, text).catch((error) =>
			setFault(asApiError(error).message),
		);
		setWorking(false);
	};
	return (
		<div class="dispute-note">
			{dispute.status === "closed" ? (
				<>
					<p>
						{t("Closed. Your answer:")}{" "}
						<span class="dispute-answer" lang={PACK_LANGUAGE} dir="auto">
							{dispute.reason}
						</span>
					</p>
					<button
						type="button"
						class="button"
						aria-disabled={working}
						onClick={() => void decide(null)}
					>
						{t("Open again")}
					</button>
				</>
			) : (
				<>
					<label for={id}>{t("Your answer to the learner")}</label>
					<textarea
						id={id}
						rows={2}
						maxLength={MAX_REASON}
						aria-invalid={fault !== null}
						aria-describedby={fault === null ? undefined : `${id}-fault`}
						onInput={({ currentTarget }) => setReason(currentTarget.value)}
					/>
					<button
						type="button"
						class="button"
						aria-disabled={working}
						onClick={() => void decide(reason.trim())}
					>
						{t("Close dispute")}
					</button>
				</>
			)}
			{fault !== null && (
				<p class="dispute-refused" id={`${id}-fault`} role="alert">
					{fault}
				</p>
			)}
		</div>
	);
}
