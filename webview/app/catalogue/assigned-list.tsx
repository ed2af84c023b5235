/** What the learner's classes have to do: on the first screen, and on the page of a pack. */
import type { OwnAssignment } from "@treeline/api/client-types";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { addressOfClass } from "../classes/class-address.ts";
import { datesText, isOverdue } from "../classes/dates.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { addressOf } from "../router.ts";
import { useSignalValue } from "../screen-hooks.ts";

/** Most that are listed on the first screen; the classes have the rest. */
const MOST_SHOWN = 5;

/** What was read last, and whose it is: shown at once on return to a screen. */
let last: { userId: string; rows: OwnAssignment[] } | null = null;

/** Those of the learner who is signed in. Without an answer, nothing is shown: the packs are what these screens are for. */
function useAssignments(): OwnAssignment[] {
	const { account, service } = useApp().host;
	const now = useSignalValue(account.state);
	const userId = now.state === "in" ? now.user._id : null;
	const [, setRead] = useState<OwnAssignment[] | null>(null);
	useEffect(() => {
		if (userId === null) return;
		service?.call("GET /classes/assignments/own").then(
			({ data: rows }) => {
				last = { userId, rows };
				setRead(rows);
			},
			() => {},
		);
	}, [service, userId]);
	return last !== null && last.userId === userId ? last.rows : [];
}

/** Unfinished ones, the next first. */
export function AssignedList() {
	const open = useAssignments().filter(
		({ pack, passedCount }) => pack && passedCount < pack.challengeCount,
	);
	if (open.length === 0) return null;
	return (
		<section class="due" aria-labelledby="assigned-heading">
			<div class="catalogue-head">
				<h2 id="assigned-heading" class="eyebrow">
					{t("Assigned to you")}
				</h2>
				<p class="facts">
					<a href={addressOf.classes}>{t("Your classes")}</a>
				</p>
			</div>
			<ul class="rows" aria-labelledby="assigned-heading">
				{open.slice(0, MOST_SHOWN).map((each) => (
					<li class="row due-row" key={each._id}>
						<span>
							<a
								class="due-title"
								href={addressOf.pack(each.pack?.slug ?? "")}
								lang={PACK_LANGUAGE}
							>
								{each.pack?.name}
							</a>
							<span class="facts">
								<bdi>{each.class.name}</bdi> · <Dates of={each} />
							</span>
						</span>
						<span class="facts">
							{t(
								"{0} of {1} passed",
								each.passedCount,
								each.pack?.challengeCount ?? 0,
							)}
						</span>
					</li>
				))}
			</ul>
		</section>
	);
}

/** By which classes a pack is assigned, and until when. */
export function AssignedNote({ slug }: { slug: string }) {
	return (
		<>
			{useAssignments()
				.filter(({ pack }) => pack?.slug === slug)
				.map((each) => (
					<p class="facts" key={each._id}>
						<a href={addressOfClass(each.class._id)}>
							{t("Assigned by {0}", each.class.name)}
						</a>{" "}
						· <Dates of={each} />
					</p>
				))}
		</>
	);
}

const Dates = ({ of }: { of: OwnAssignment }) => (
	<>
		{datesText(of)}
		{isOverdue(of) && <span class="overdue"> · {t("Overdue")}</span>}
	</>
);
