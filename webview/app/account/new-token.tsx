/** Makes a personal token: its name, scopes and expiry, and then its value, once. */
import type { NewToken } from "@treeline/api/client-types";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { t } from "../../l10n/l10n.ts";
import { CopyButton } from "../elements/copy-button.tsx";
import { Dialog } from "../elements/dialog.tsx";
import { asApiError } from "./use-read.ts";

type Scope = NewToken["scopes"][number];

/** What each allows, in a line. */
const SCOPES: [Scope, () => string][] = [
	["read", () => t("Read packs, challenges, your attempts and settings")],
	["attempt", () => t("Record attempts; change drafts, disputes and settings")],
	["author", () => t("Read and change packs of your own")],
];

/** In days; null = it does not expire. */
const EXPIRIES = [30, 90, 365, null];
const MAX_NAME = 100;

interface NewTokenProps {
	records: AccountRecords;
	onCreated(): void;
	onClose(): void;
}

export function NewTokenDialog({ records, onCreated, onClose }: NewTokenProps) {
	const [value, setValue] = useState<string | null>(null);
	return (
		<Dialog title={t("New token")} size="narrow" onClose={onClose}>
			{(close) =>
				value === null ? (
					<TokenForm
						create={async (token) => {
							setValue((await records.createToken(token)).token);
							onCreated();
						}}
					/>
				) : (
					<TokenValue value={value} onDone={close} />
				)
			}
		</Dialog>
	);
}

function TokenForm({ create }: { create(token: NewToken): Promise<void> }) {
	const id = useId();
	const [name, setName] = useState("");
	const [scopes, setScopes] = useState<Scope[]>(["read"]);
	const [days, setDays] = useState<number | null>(90);
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const submit = async () => {
		if (working) return;
		if (name.trim() === "") return setFault(t("Give the token a name."));
		if (scopes.length === 0)
			return setFault(t("Choose what the token is for."));
		setWorking(true);
		setFault(null);
		try {
			await create({
				name: name.trim(),
				scopes,
				...(days !== null && { expiresInDays: days }),
			});
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<form
			class="token-form"
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			<label for={`${id}-name`}>{t("Name")}</label>
			<input
				id={`${id}-name`}
				type="text"
				class="field"
				autocomplete="off"
				maxLength={MAX_NAME}
				value={name}
				aria-describedby={fault === null ? undefined : `${id}-fault`}
				onInput={({ currentTarget }) => setName(currentTarget.value)}
			/>
			<fieldset class="token-scopes">
				<legend>{t("What the token may do")}</legend>
				{SCOPES.map(([scope, text]) => (
					<label key={scope}>
						<input
							type="checkbox"
							checked={scopes.includes(scope)}
							onChange={({ currentTarget: { checked } }) =>
								setScopes((before) =>
									SCOPES.map(([each]) => each).filter((each) =>
										each === scope ? checked : before.includes(each),
									),
								)
							}
						/>
						<span>
							<code>{scope}</code> {text()}
						</span>
					</label>
				))}
			</fieldset>
			<label for={`${id}-expiry`}>{t("Expires")}</label>
			<select
				id={`${id}-expiry`}
				class="field"
				value={String(days)}
				onChange={({ currentTarget: { value } }) =>
					setDays(value === "null" ? null : Number(value))
				}
			>
				{EXPIRIES.map((each) => (
					<option key={each} value={String(each)}>
						{each === null ? t("Never") : t("In {0} days", each)}
					</option>
				))}
			</select>
			{fault !== null && (
				<p class="token-fault" id={`${id}-fault`} role="alert">
					{fault}
				</p>
			)}
			<button
				type="submit"
				class="button button-primary"
				aria-disabled={working}
			>
				{working ? t("Creating…") : t("Create token")}
			</button>
		</form>
	);
}

function TokenValue({ value, onDone }: { value: string; onDone(): void }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => field.current?.select(), []);
	return (
		<div class="token-form">
			<label for={id}>{t("Your new token")}</label>
			<input
				id={id}
				ref={field}
				type="text"
				class="field token-value"
				readOnly
				spellcheck={false}
				autocomplete="off"
				value={value}
				aria-describedby={`${id}-once`}
			/>
			<p id={`${id}-once`}>
				{t(
					"Copy it now: it is not shown again. Whoever has it can do what you have allowed.",
				)}
			</p>
			<p class="account-ends">
				<CopyButton
					field={field}
					value={value}
					label={t("Copy token")}
					copiedText={t("The token is copied.")}
					selectedText={t("The token is selected. Copy it with your keyboard.")}
				/>
				<button type="button" class="button" onClick={onDone}>
					{t("Done")}
				</button>
			</p>
		</div>
	);
}
