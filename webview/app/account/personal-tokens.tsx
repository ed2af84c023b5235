/** Personal tokens, for programs of the learner's own: the list, a new one, and revoking. */
import type { PersonalToken } from "@treeline/api/client-types";
import { useCallback, useRef, useState } from "preact/hooks";
import type { AccountRecords } from "../../host/account-records.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Failure } from "../elements/failure.tsx";
import { formatMoment } from "../elements/format.ts";
import { fromNow } from "./device.ts";
import { NewTokenDialog } from "./new-token.tsx";
import { asApiError, useRead } from "./use-read.ts";

export function PersonalTokens({ records }: { records: AccountRecords }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const read = useCallback(() => records.tokens(), [records]);
	const { load, refresh, retry } = useRead(read);
	const [creating, setCreating] = useState(false);
	const [revoked, setRevoked] = useState<PersonalToken | null>(null);
	return (
		<section aria-labelledby="tokens-heading" class="account-part">
			<h2 id="tokens-heading" ref={heading} tabIndex={-1}>
				{t("Personal tokens")}
			</h2>
			<p class="facts">
				{t(
					"With a token, a program of yours uses Treeline as you. It cannot reach your account, your tokens or your sessions. Apps that you have connected are listed, too.",
				)}
			</p>
			{load.state === "loading" && <p role="status">{t("Loading tokens…")}</p>}
			{load.state === "failed" && (
				<Failure
					title={t("Your tokens could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			)}
			{load.state === "ready" && (
				<>
					{load.value.length === 0 && (
						<p class="facts">{t("You have no tokens.")}</p>
					)}
					<ul class="account-rows">
						{load.value.map((token) => (
							<li key={token._id} class="account-row token">
								<TokenFacts token={token} />
								<button
									type="button"
									class="button"
									aria-haspopup="dialog"
									onClick={() => setRevoked(token)}
								>
									{t("Revoke…")}
									<span class="unseen"> {token.name}</span>
								</button>
							</li>
						))}
					</ul>
					<p class="account-ends">
						<button
							type="button"
							class="button"
							aria-haspopup="dialog"
							onClick={() => setCreating(true)}
						>
							{t("New token…")}
						</button>
					</p>
				</>
			)}
			{creating && (
				<NewTokenDialog
					records={records}
					onCreated={() => void refresh()}
					onClose={() => setCreating(false)}
				/>
			)}
			{revoked && (
				<RevokeDialog
					token={revoked}
					revoke={async () => {
						await records.revokeToken(revoked._id).catch((error) => {
							// Another tab was faster: what was asked for has happened.
							if (asApiError(error).status !== 404) throw error;
						});
						announce(t("The token is revoked."));
						await refresh();
					}}
					// What was pressed is gone.
					onRevoked={() => heading.current?.focus()}
					onClose={() => setRevoked(null)}
				/>
			)}
		</section>
	);
}

function TokenFacts({ token }: { token: PersonalToken }) {
	const { name, scopes, createdAt, lastUsedAt, expiresAt, redirectHost } =
		token;
	const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
	return (
		<div class="token-facts">
			<p class="token-name">
				<bdi>{name}</bdi>
				{isExpired && <span class="token-expired">{t("Expired")}</span>}
			</p>
			<p class="facts">
				{redirectHost && (
					<>
						{t("app, connected from {0}", redirectHost)}
						{" · "}
					</>
				)}
				<code>{scopes.join(" ")}</code>
				{" · "}
				{t("created {0}", formatMoment(createdAt))}
				{" · "}
				{lastUsedAt === null
					? t("never used")
					: t("last used {0}", fromNow(lastUsedAt))}
				{" · "}
				{expiryText(expiresAt, isExpired)}
			</p>
		</div>
	);
}

function expiryText(expiresAt: string | null, isExpired: boolean): string {
	if (expiresAt === null) return t("does not expire");
	return isExpired
		? t("expired {0}", fromNow(expiresAt))
		: t("expires {0}", fromNow(expiresAt));
}

function RevokeDialog({
	token,
	revoke,
	onRevoked,
	onClose,
}: {
	token: PersonalToken;
	revoke(): Promise<void>;
	/** The dialog is closed: the focus can go on. */
	onRevoked(): void;
	onClose(): void;
}) {
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const run = async (close: () => void) => {
		if (working) return;
		setWorking(true);
		setFault(null);
		try {
			await revoke();
			close();
			onRevoked();
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<Dialog title={t("Revoke token")} size="narrow" onClose={onClose}>
			{(close) => (
				<div class="token-form">
					<p>
						{t(
							"Programs that use “{0}” are refused at once. This cannot be undone.",
							token.name,
						)}
					</p>
					{fault !== null && (
						<p class="token-fault" role="alert">
							{fault}
						</p>
					)}
					<button
						type="button"
						class="button"
						aria-disabled={working}
						onClick={() => void run(close)}
					>
						{working ? t("Revoking…") : t("Revoke token")}
					</button>
				</div>
			)}
		</Dialog>
	);
}
