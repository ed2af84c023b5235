/** What belongs to the learner: a file with all of it, and the end of the account. */
import type { ClassSummary } from "@treeline/api/client-types";
import { useCallback, useId, useState } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { createClasses } from "../../host/classes.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import type { Load } from "../data-cache.ts";
import { Dialog } from "../elements/dialog.tsx";
import { inform } from "../notices.ts";
import { notRemoved } from "./remove-work-dialog.tsx";
import { focusContent } from "./sign-in-links.tsx";
import { asApiError, useRead } from "./use-read.ts";

interface OwnDataProps {
	records: AccountRecords;
	/** The account's name. */
	name: string;
}

export function OwnData({ records, name }: OwnDataProps) {
	const [deleting, setDeleting] = useState(false);
	return (
		<section aria-labelledby="data-heading" class="account-part">
			<h2 id="data-heading">{t("Your data")}</h2>
			<p class="facts">
				{t(
					"The file has your profile, settings, sessions, names of tokens, attempts with their code, drafts, shown hints, packs, disputes and classes.",
				)}
			</p>
			<p class="account-ends">
				<a class="button" href={records.exportAddress} download>
					{t("Download your data")}
				</a>
				<button
					type="button"
					class="button"
					aria-haspopup="dialog"
					onClick={() => setDeleting(true)}
				>
					{t("Delete account…")}
				</button>
			</p>
			{deleting && (
				<DeletionDialog
					records={records}
					name={name}
					onClose={() => setDeleting(false)}
				/>
			)}
		</section>
	);
}

function DeletionDialog({
	records,
	name,
	onClose,
}: OwnDataProps & { onClose(): void }) {
	const id = useId();
	const [typed, setTyped] = useState("");
	const [deletesPacks, setDeletesPacks] = useState(false);
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const { service } = useApp().host;
	const classes = useRead(
		useCallback(
			async () => (service ? createClasses(service).list() : []),
			[service],
		),
	);
	const remove = async (close: () => void) => {
		if (working || classes.load.state === "loading") return;
		if (typed !== name) {
			setFault(
				t("That is not the account’s name. Type “{0}” to confirm.", name),
			);
			return;
		}
		setWorking(true);
		setFault(null);
		try {
			await records.deleteAccount(typed, deletesPacks, notRemoved);
			inform("account-deleted", t("Your account is deleted."));
			close();
			focusContent();
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<Dialog title={t("Delete account")} size="narrow" onClose={onClose}>
			{(close) => (
				<form
					class="account-deletion"
					onSubmit={(event) => {
						event.preventDefault();
						void remove(close);
					}}
				>
					<p>{t("This is final. These are deleted at once:")}</p>
					<ul class="account-losses">
						<li>
							{t("your profile, sessions, settings, personal tokens and apps")}
						</li>
						<li>
							{t("the code of your attempts, your drafts and your disputes")}
						</li>
						<li>{t("your private packs")}</li>
						<Classes load={classes.load} />
						<li>{t("what this browser keeps of your work")}</li>
					</ul>
					<p>{t("Attempts stay for statistics, without your name.")}</p>
					<label class="account-deletion-packs">
						<input
							type="checkbox"
							checked={deletesPacks}
							onChange={({ currentTarget }) =>
								setDeletesPacks(currentTarget.checked)
							}
						/>
						{t("Delete my public packs, too")}
					</label>
					<label for={id}>{t("Type “{0}” to confirm", name)}</label>
					<input
						id={id}
						type="text"
						class="field"
						autocomplete="off"
						spellcheck={false}
						value={typed}
						aria-invalid={fault !== null}
						aria-describedby={fault === null ? undefined : `${id}-fault`}
						onInput={({ currentTarget }) => setTyped(currentTarget.value)}
					/>
					{fault !== null && (
						<p class="dispute-refused" id={`${id}-fault`} role="alert">
							{fault}
						</p>
					)}
					<button
						type="submit"
						class="button"
						aria-disabled={working || classes.load.state === "loading"}
					>
						{working ? t("Deleting…") : t("Delete account")}
					</button>
				</form>
			)}
		</Dialog>
	);
}

/** What is lost of classes; in general words while they are not known. */
function Classes({ load }: { load: Load<ClassSummary[]> }) {
	if (load.state === "loading")
		return (
			<li>
				<span role="status">{t("Loading classes…")}</span>
			</li>
		);
	if (load.state === "failed")
		return (
			<li>
				{t(
					"the classes that you teach, which end for their learners, too, and your membership in others",
				)}
			</li>
		);
	const taught = load.value.filter(({ role }) => role === "teacher");
	const joined = load.value.length - taught.length;
	const learners = taught.reduce(
		(sum, { memberCount }) => sum + (memberCount ?? 0),
		0,
	);
	return (
		<>
			{taught.length > 0 && (
				<li class="account-lost-classes">
					<strong>
						{plural(taught.length, {
							one: "the class that you teach",
							other: "the {0} classes that you teach",
						})}
						{", "}
						{plural(learners, {
							one: "with the membership of {0} learner",
							other: "with the memberships of {0} learners",
						})}
					</strong>
					<ul>
						{taught.map(({ _id, name, memberCount }) => (
							<li key={_id}>
								<bdi>{name}</bdi>
								{": "}
								{plural(memberCount ?? 0, {
									one: "{0} learner",
									other: "{0} learners",
								})}
							</li>
						))}
					</ul>
				</li>
			)}
			{joined > 0 && (
				<li>
					{plural(joined, {
						one: "your membership in {0} class",
						other: "your memberships in {0} classes",
					})}
				</li>
			)}
		</>
	);
}
