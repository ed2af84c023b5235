/** Challenges that were passed and are due again, each with a fresh copy to practise with. */
import { dueOf } from "@treeline/packs/practice";
import { useEffect, useState } from "preact/hooks";
import type { ChallengeKey, Host, KeptAttempt } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { challengeCount } from "../elements/format.ts";
import { addressOf } from "../router.ts";
import { useSignalValue } from "../screen-hooks.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import { AssignedList } from "./assigned-list.tsx";
import style from "./due-list.css" with { type: "text" };

// Loaded as one part of the page: each more would be a request, and split those that they share.
export { AssignedNote } from "./assigned-list.tsx";

adoptStyles(style);

/** Most that are listed: more would be a task of its own. */
const MOST_SHOWN = 5;

interface Due {
	key: ChallengeKey;
	title: string;
	packName: string;
}

/** What the learner's classes have to do, and what is due again. */
export const DueLists = () => (
	<>
		<AssignedList />
		<DueList />
	</>
);

function DueList() {
	const { host, router } = useApp();
	const { due, total } = useDue(host);
	if (due.length === 0) return null;
	const practise = (key: ChallengeKey) => {
		beginAnew(host, key);
		router.go(addressOf.challenge(key));
	};
	return (
		<section class="due" aria-labelledby="due-heading">
			<div class="catalogue-head">
				<h2 id="due-heading" class="eyebrow">
					{t("Due again")}
				</h2>
				<p class="facts">{challengeCount(total)}</p>
			</div>
			<ul class="rows" aria-labelledby="due-heading">
				{due.map(({ key, title, packName }) => (
					<li class="row due-row" key={`${key.pack}/${key.challenge}`}>
						<span lang={PACK_LANGUAGE}>
							<span class="due-title">{title}</span>
							<span class="facts">{packName}</span>
						</span>
						<button
							type="button"
							class="button button-quiet"
							aria-label={t("Practise {0}", title)}
							onClick={() => practise(key)}
						>
							{t("Practise")}
						</button>
					</li>
				))}
			</ul>
			<p class="facts">
				{t(
					"You passed these a while ago. Practising starts from a fresh copy; your earlier answer stays in “Attempts”.",
				)}
			</p>
		</section>
	);
}

/** Those that are due now, the longest first; without those of packs that cannot be read. */
function useDue(host: Host): { due: Due[]; total: number } {
	const [found, setFound] = useState<{ due: Due[]; total: number }>({
		due: [],
		total: 0,
	});
	const learner = useSignalValue(host.learnerRevision);
	useEffect(() => {
		let isCurrent = true;
		void findDue(host)
			.catch(() => ({ due: [], total: 0 }))
			.then((next) => {
				if (isCurrent) setFound(next);
			});
		return () => {
			isCurrent = false;
		};
	}, [host, learner]);
	return found;
}

async function findDue({ localAttempts, catalogue }: Host) {
	const byChallenge = new Map<string, KeptAttempt[]>();
	for (const attempt of (await localAttempts?.all()) ?? []) {
		const others = byChallenge.get(attempt.challenge) ?? [];
		byChallenge.set(attempt.challenge, [...others, attempt]);
	}
	const names = dueOf(byChallenge, new Date()).map((each) => each.challenge);
	const packs = new Map(
		[...new Set(names.map((name) => name.split("/")[0] ?? ""))].map((slug) => [
			slug,
			catalogue.pack(slug).catch(() => null),
		]),
	);
	const due: Due[] = [];
	for (const name of names) {
		const [pack = "", challenge = ""] = name.split("/");
		const detail = await packs.get(pack);
		const row = detail?.challenges.find(({ slug }) => slug === challenge);
		if (detail && row)
			due.push({
				key: { pack, challenge },
				title: row.title,
				packName: detail.name,
			});
	}
	return { due: due.slice(0, MOST_SHOWN), total: due.length };
}

/** Puts the starter back; what was written can be restored in the challenge. */
function beginAnew({ files }: Host, key: ChallengeKey): void {
	if (files.edits !== "page") return;
	const draft = files.draft(key);
	if (!draft) return;
	files.keepPrevious(key, draft);
	files.discard(key);
}
