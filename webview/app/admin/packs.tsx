/** Authors' packs: found, reviewed, approved or refused, taken down with a reason and restored. */
import type { ModeratedPack } from "@treeline/api/client-types";
import { useCallback, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import {
	authorName,
	challengeCount,
	formatMoment,
} from "../elements/format.ts";
import { ActionButton, ReasonButton } from "./action-button.tsx";
import { isWaiting, PackState } from "./pack-state.tsx";
import type { PartProps } from "./part.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { type ListControl, type ListQuery, RowList } from "./row-list.tsx";

const FILTERS = {
	"": {},
	waiting: { waiting: "true" },
	down: { takenDown: "true" },
	private: { visibility: "private" },
} as const;

export function Packs({ moderation }: PartProps) {
	const read = useCallback(
		({ q, show, page }: ListQuery) =>
			moderation.packs(
				{ ...FILTERS[show as keyof typeof FILTERS], ...(q && { q }) },
				page,
			),
		[moderation],
	);
	return (
		<RowList
			searchLabel={t("Name or address of a pack")}
			choices={[
				["", t("All that others can see")],
				["waiting", t("Waiting for approval")],
				["down", t("Taken down")],
				["private", t("Private")],
			]}
			keyOf={({ _id }) => _id}
			read={read}
			empty={emptyText}
			none={t("No packs yet. Packs that come with this server are not listed.")}
			row={(pack, list) => (
				<PackRow pack={pack} list={list} moderation={moderation} />
			)}
		/>
	);
}

function emptyText(show: string, isSearch: boolean): string {
	if (!isSearch && show === "waiting") return t("No pack waits for approval.");
	if (!isSearch && show === "down") return t("No pack is taken down.");
	if (!isSearch && show === "private") return t("No pack is private.");
	return t(
		"There is no such pack. Packs that come with this server are not listed.",
	);
}

interface PackRowProps extends Pick<PartProps, "moderation"> {
	pack: ModeratedPack;
	list: ListControl;
}

function PackRow({ pack, list, moderation }: PackRowProps) {
	const [reviewing, setReviewing] = useState(false);
	const { slug, name, owner, visibility, takenDownAt } = pack;
	const isDown = takenDownAt !== null;
	const waits = isWaiting(pack);
	return (
		<div class="admin-row">
			<div class="admin-facts">
				<h2>
					<bdi lang={PACK_LANGUAGE}>{name}</bdi> <PackState pack={pack} />
				</h2>
				<p class="facts">
					<code>{slug}</code>
					{" · "}
					{t("by {0}", authorName(owner.name))}
					{" · "}
					{challengeCount(pack.challengeCount)}
					{" · "}
					{t("changed {0}", formatMoment(pack.updatedAt))}
				</p>
				{isDown && <p>{t("Reason: {0}", pack.takenDownReason ?? "")}</p>}
				{!isDown && pack.refusedReason !== null && (
					<p>{t("Refused: {0}", pack.refusedReason)}</p>
				)}
			</div>
			<div class="actions">
				{(visibility !== "private" || isDown || waits) && (
					<button
						type="button"
						class="button"
						aria-haspopup="dialog"
						onClick={() => setReviewing(true)}
					>
						{waits ? t("Review…") : t("Look at it…")}
						<span class="unseen"> {name}</span>
					</button>
				)}
				{isDown && (
					<ActionButton
						of={name}
						run={async () => {
							await moderation.restore(slug);
							await list.done(t("The pack is restored."));
						}}
					>
						{t("Restore")}
					</ActionButton>
				)}
				{!isDown && visibility !== "private" && (
					<ReasonButton
						title={t("Take down")}
						of={name}
						explanation={t(
							"Only its author sees “{0}” from then on, with your reason, and cannot publish it again. Attempts stay.",
							name,
						)}
						label={t("Reason, which the author reads")}
						action={t("Take down")}
						run={(reason) => moderation.takeDown(slug, reason)}
						onDone={() => void list.done(t("The pack is taken down."))}
					/>
				)}
			</div>
			{reviewing && (
				<ReviewDialog
					pack={pack}
					moderation={moderation}
					onDecided={(text) => void list.done(text)}
					onClose={() => setReviewing(false)}
				/>
			)}
		</div>
	);
}
