/** A pack as learners would see it; one that waits is approved or refused here. */
import type {
	ModeratedPack,
	ModeratedPackDetail,
} from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Failure } from "../elements/failure.tsx";
import { authorName, difficultyName, displayName } from "../elements/format.ts";
import { InlineCode } from "../elements/inline-code.tsx";
import { Prose } from "../elements/prose.tsx";
import { Fault, ReasonForm, useAction } from "./action-button.tsx";
import { isWaiting, visibilityName } from "./pack-state.tsx";
import type { PartProps } from "./part.ts";

interface ReviewProps extends Pick<PartProps, "moderation"> {
	pack: ModeratedPack;
	/** The dialog is closed: says what was decided. */
	onDecided(text: string): void;
	onClose(): void;
}

export function ReviewDialog({
	pack: { slug, name },
	moderation,
	onDecided,
	onClose,
}: ReviewProps) {
	const { load, retry } = useRead(
		useCallback(() => moderation.pack(slug), [moderation, slug]),
	);
	return (
		<Dialog title={name} size="wide" onClose={onClose}>
			{(close) => (
				<div class="admin-review">
					{load.state === "loading" && <p role="status">{t("Loading…")}</p>}
					{load.state === "failed" && (
						<Failure
							title={t("The pack could not be loaded")}
							detail={load.error.detail}
							nextStep={load.error.nextStep}
							onRetry={retry}
						/>
					)}
					{load.state === "ready" && (
						<>
							<Content pack={load.value} />
							{isWaiting(load.value) && (
								<Decision
									pack={load.value}
									moderation={moderation}
									onDecided={(text) => {
										close();
										onDecided(text);
									}}
								/>
							)}
						</>
					)}
				</div>
			)}
		</Dialog>
	);
}

function Content({ pack }: { pack: ModeratedPackDetail }) {
	return (
		<>
			<p lang={PACK_LANGUAGE} dir="auto">
				{pack.description}
			</p>
			<p class="facts">
				{displayName(pack.language)}
				{" · "}
				{t("by {0}", authorName(pack.owner.name))}
				{pack.tags.length > 0 && ` · ${pack.tags.join(", ")}`}
			</p>
			{pack.challenges.map((challenge) => (
				<details key={challenge._id} class="admin-challenge">
					<summary>
						<bdi lang={PACK_LANGUAGE}>{challenge.title}</bdi>{" "}
						<span class="facts">{difficultyName(challenge.difficulty)}</span>
					</summary>
					<Prose markdown={challenge.prompt} below={2} />
					{challenge.hints.length > 0 && (
						<>
							<h3>{t("Hints")}</h3>
							<ol>
								{challenge.hints.map((hint) => (
									<li key={hint}>
										<Prose markdown={hint} below={2} />
									</li>
								))}
							</ol>
						</>
					)}
					<h3>{t("Checks")}</h3>
					<ul>
						{checksOf(challenge).map((description) => (
							<li key={description} lang={PACK_LANGUAGE} dir="auto">
								<InlineCode text={description} />
							</li>
						))}
					</ul>
					{challenge.debrief && (
						<>
							<h3>{t("After a pass")}</h3>
							<Prose markdown={challenge.debrief} below={2} />
						</>
					)}
					<h3>{t("Starter files")}</h3>
					{challenge.files.map(({ path, content }) => (
						<figure key={path} class="disputed-file">
							<figcaption>{path}</figcaption>
							<pre dir="ltr">{content}</pre>
						</figure>
					))}
				</details>
			))}
		</>
	);
}

/** What each check asks for, as learners read it. */
const checksOf = ({ assertions }: ModeratedPackDetail["challenges"][number]) =>
	[...Object.values(assertions.perFile ?? {}), assertions.crossFile ?? []]
		.flat()
		.map(({ description }) => description);

function Decision({
	pack,
	moderation,
	onDecided,
}: Pick<ReviewProps, "moderation" | "onDecided"> & {
	pack: ModeratedPackDetail;
}) {
	const { working, fault, run } = useAction();
	const { slug, etag, requestedVisibility } = pack;
	return (
		<div class="admin-decision">
			<div>
				<p>
					{t(
						"Its author asks for the visibility “{0}”.",
						visibilityName(requestedVisibility ?? "public"),
					)}
				</p>
				<Fault text={fault} />
				<button
					type="button"
					class="button button-primary"
					aria-disabled={working}
					onClick={async () => {
						if (await run(() => moderation.approve(slug, etag)))
							onDecided(t("The pack is approved."));
					}}
				>
					{t("Approve")}
				</button>
			</div>
			<ReasonForm
				label={t("Reason for a refusal, which the author reads")}
				action={t("Refuse")}
				run={(reason) => moderation.refuse(slug, reason)}
				onDone={() => onDecided(t("The pack is refused."))}
			/>
		</div>
	);
}
