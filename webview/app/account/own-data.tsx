/** What belongs to the learner: a file with all of it, and the end of the account. */
import { useId, useState } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { t } from "../../l10n/l10n.ts";
import { Dialog } from "../elements/dialog.tsx";
import { inform } from "../notices.ts";
import { asApiError } from "./use-read.ts";

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
					"The file has your profile, settings, sessions, names of tokens, attempts with their code, packs and disputes.",
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
	const remove = async () => {
		if (working) return;
		if (typed !== name) {
			setFault(
				t("That is not the account’s name. Type “{0}” to confirm.", name),
			);
			return;
		}
		setWorking(true);
		setFault(null);
		try {
			await records.deleteAccount(typed, deletesPacks);
			inform("account-deleted", t("Your account is deleted."));
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<Dialog title={t("Delete account")} size="narrow" onClose={onClose}>
			{() => (
				<form
					class="account-deletion"
					onSubmit={(event) => {
						event.preventDefault();
						void remove();
					}}
				>
					<p>
						{t(
							"This is final. Your sessions, settings, the code of your attempts and your private packs are deleted at once. Attempts stay for statistics, without your name.",
						)}
					</p>
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
					<button type="submit" class="button" aria-disabled={working}>
						{working ? t("Deleting…") : t("Delete account")}
					</button>
				</form>
			)}
		</Dialog>
	);
}
