/** Who sees a pack of the service, and its deletion. */
import type { StudioPublication } from "@treeline/packs/format";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
	type Publishing,
	StudioError,
	type StudioPack,
} from "../../../host/studio.ts";
import { t } from "../../../l10n/l10n.ts";
import { announce } from "../../announce.ts";
import { useApp } from "../../app.ts";
import { Failure } from "../../elements/failure.tsx";
import { addressOf } from "../../router.ts";

type Visibility = StudioPublication["visibility"];

export function visibilityName(visibility: Visibility): string {
	switch (visibility) {
		case "public":
			return t("Public");
		case "unlisted":
			return t("Unlisted");
		case "private":
			return t("Private");
	}
}

function visibilityText(visibility: Visibility): string {
	switch (visibility) {
		case "public":
			return t("Everyone finds the pack in the list of packs.");
		case "unlisted":
			return t("Whoever has its address can open the pack.");
		case "private":
			return t("Only you see the pack.");
	}
}

const waitingText = (visibility: Visibility) =>
	t(
		'A moderator has to approve that the pack becomes "{0}". Until then it stays as it is.',
		visibilityName(visibility),
	);

export function PackPublication({
	name,
	publication: {
		visibility,
		takenDownReason,
		needsApproval,
		needsRole,
		request,
	},
	publishing,
	onChange,
}: {
	name: string;
	publication: StudioPublication;
	publishing: Publishing;
	onChange(pack: StudioPack): void;
}) {
	const { router, host } = useApp();
	const { author } = host;
	const id = useId();
	const [working, setWorking] = useState(false);
	const [error, setError] = useState<StudioError | null>(null);
	const [isAsking, setAsking] = useState(false);
	const waitsFor = request?.refusedReason === null ? request.visibility : null;
	const [chosen, choose] = useState(waitsFor ?? visibility);
	const withdraws =
		waitsFor !== null && (chosen === waitsFor || chosen === visibility);
	const asks =
		needsApproval &&
		(visibility === "private" ||
			(visibility === "unlisted" && chosen === "public"));
	const deleteButton = useRef<HTMLButtonElement>(null);
	const run = async (work: () => Promise<void>) => {
		if (working) return;
		setWorking(true);
		setError(null);
		try {
			await work();
		} catch (problem) {
			if (!(problem instanceof StudioError)) throw problem;
			setError(problem);
		}
		setWorking(false);
	};
	const exportPack = () =>
		run(async () => {
			const { name: file, bytes } = await publishing.exported();
			if (author?.saveFile) await author.saveFile(file, bytes);
			else download(file, bytes);
		});
	const show = () =>
		run(async () => {
			const next = await publishing.show(withdraws ? visibility : chosen);
			onChange(next);
			const publication = next.publication;
			if (withdraws) choose(visibility);
			announce(
				publication?.request
					? waitingText(publication.request.visibility)
					: visibilityText(publication?.visibility ?? chosen),
			);
		});
	return (
		<section class="studio-validation" aria-labelledby={`${id}-heading`}>
			<h2 id={`${id}-heading`}>{t("Publication")}</h2>
			{takenDownReason !== null && (
				<>
					<p class="studio-wrong-text">
						{t("A moderator took this pack down: {0}", takenDownReason)}
					</p>
					<p>
						{t(
							"Only you see it now. Correct it, then ask a moderator to restore it.",
						)}
					</p>
				</>
			)}
			{request && (
				<p class={request.refusedReason === null ? "" : "studio-wrong-text"}>
					{request.refusedReason === null
						? waitingText(request.visibility)
						: t(
								'A moderator refused that the pack becomes "{0}": {1}',
								visibilityName(request.visibility),
								request.refusedReason,
							)}
				</p>
			)}
			{takenDownReason === null && (
				<>
					<fieldset class="studio-choices" disabled={working}>
						<legend class="studio-label">{t("Who sees the pack")}</legend>
						{(["private", "unlisted", "public"] as const).map((one) => (
							<label key={one}>
								<input
									type="radio"
									name={`${id}-visibility`}
									checked={chosen === one}
									disabled={needsRole && isWider(one, visibility)}
									aria-describedby={
										needsRole && isWider(one, visibility)
											? `${id}-role`
											: undefined
									}
									onChange={() => choose(one)}
								/>
								<span>
									{visibilityName(one)}
									<span class="facts"> {visibilityText(one)}</span>
								</span>
							</label>
						))}
					</fieldset>
					{needsApproval && waitsFor === null && visibility !== "public" && (
						<p>{t("A moderator approves it first.")}</p>
					)}
					{needsRole && visibility !== "public" && (
						<p id={`${id}-role`}>
							{t(
								"Only authors show packs to others here. Ask an administrator to name you an author; until then, nobody else sees more of the pack than now.",
							)}
						</p>
					)}
					<p class="facts">
						{t(
							"A pack that others can see is validated first. It is refused when a challenge is not well-formed, when a solution misses one of its checks, and when the difficulty falls from one challenge to the next. What “{0}” says beyond that, of hints, starters and answers, does not refuse it: learners meet it as it is. What you save in it afterwards is seen at once.",
							t("Validate the pack"),
						)}
					</p>
					<button
						type="button"
						class="button"
						disabled={working || (chosen === visibility && !withdraws)}
						onClick={() => void show()}
					>
						{working
							? t("Working…")
							: withdraws
								? t("Withdraw the request")
								: asks
									? t("Ask for approval")
									: visibility === "private"
										? t("Publish")
										: t("Change who sees it")}
					</button>
				</>
			)}
			{error && <Failure detail={error.detail} nextStep={error.nextStep} />}
			<div class="actions">
				<button
					type="button"
					class="button"
					disabled={working}
					onClick={() => void exportPack()}
				>
					{t("Export as .zip")}
				</button>
				<button
					type="button"
					class="button"
					ref={deleteButton}
					aria-expanded={isAsking}
					onClick={() => setAsking(!isAsking)}
				>
					{t("Delete the pack…")}
				</button>
			</div>
			{isAsking && (
				<ConfirmDeletion
					name={name}
					onCancel={() => {
						setAsking(false);
						deleteButton.current?.focus();
					}}
					onDelete={() =>
						void run(async () => {
							await publishing.remove();
							announce(t('The pack "{0}" was deleted.', name));
							router.go(addressOf.studio);
						})
					}
				/>
			)}
		</section>
	);
}

const AUDIENCES = ["private", "unlisted", "public"];

/** Whether more people see a pack of the visibility `next` than of `present`. */
const isWider = (next: string, present: string) =>
	AUDIENCES.indexOf(next) > AUDIENCES.indexOf(present);

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
	const url = URL.createObjectURL(
		new Blob([bytes], { type: "application/zip" }),
	);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	URL.revokeObjectURL(url);
}

function ConfirmDeletion({
	name,
	onCancel,
	onDelete,
}: {
	name: string;
	onCancel(): void;
	onDelete(): void;
}) {
	const cancel = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => cancel.current?.focus(), []);
	return (
		<div class="studio-field">
			<p>
				{t(
					'Delete "{0}" with all its challenges? Attempts of learners stay; a new pack of the same address gets them back.',
					name,
				)}
			</p>
			<div class="actions">
				<button type="button" class="button" onClick={onDelete}>
					{t("Delete the pack")}
				</button>
				<button
					type="button"
					class="button button-quiet"
					ref={cancel}
					onClick={onCancel}
				>
					{t("Keep it")}
				</button>
			</div>
		</div>
	);
}
