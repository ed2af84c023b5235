import type { Challenge } from "@treeline/api/client-types";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { difficultyName, formatMinutes } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { Prose } from "../elements/prose.tsx";
import { useTaskStates } from "./task-state.tsx";
import type { Workbench } from "./workbench.ts";

interface PromptProps {
	bench: Workbench;
	challenge: Challenge;
	heading: RefObject<HTMLHeadingElement | null>;
}

/** What is asked, and help that comes one step at a time. */
export function Prompt({ bench, challenge, heading }: PromptProps) {
	const text = useRef<HTMLDivElement>(null);
	useTaskStates(text, bench, challenge.prompt);
	return (
		<article class="prompt" aria-labelledby="challenge-title">
			<h1 id="challenge-title" ref={heading} tabIndex={-1} lang={PACK_LANGUAGE}>
				{challenge.title}
			</h1>
			<p class="facts">
				<span class="facts-difficulty">
					{difficultyName(challenge.difficulty)}
				</span>{" "}
				· {formatMinutes(challenge.timeEstimateSeconds)}
			</p>
			<div ref={text}>
				<Prose markdown={challenge.prompt} hasTasks />
			</div>
			{bench.settings.value["feedback.showHints"] && (
				<Hints bench={bench} hints={challenge.hints} />
			)}
		</article>
	);
}

function Hints({ bench, hints }: { bench: Workbench; hints: string[] }) {
	const shown = bench.hintsShown.value;
	const list = useRef<HTMLOListElement>(null);
	const asked = useRef(false);
	useEffect(() => {
		if (!asked.current) return;
		asked.current = false;
		list.current?.querySelector<HTMLElement>("li:last-child")?.focus();
	});
	if (hints.length === 0) return null;
	return (
		<section class="hints" aria-labelledby="hints-heading">
			<h2 id="hints-heading" class="eyebrow">
				{t("Hints")}
			</h2>
			{shown > 0 && (
				<ol ref={list}>
					{hints.slice(0, shown).map((hint) => (
						<li key={hint} tabIndex={-1} data-label={t("Hint")}>
							<Prose markdown={hint} below={2} />
						</li>
					))}
				</ol>
			)}
			{shown < hints.length ? (
				<button
					type="button"
					class="button"
					onClick={() => {
						asked.current = true;
						bench.showHint();
					}}
				>
					<Icon name="bulb" />
					{t("Show hint {0} of {1}", shown + 1, hints.length)}
				</button>
			) : (
				<p class="facts">{t("There are no more hints.")}</p>
			)}
		</section>
	);
}
