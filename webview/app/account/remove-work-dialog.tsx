/** Signing out of a computer that others use: what this browser keeps of the learner goes, after a warning of what the account does not have. */
import { useEffect, useState } from "preact/hooks";
import type { LocalWork, Unsent } from "../../host/host.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Dialog } from "../elements/dialog.tsx";
import { notify } from "../notices.ts";
import "./account-styles.ts";
import { focusContent, useSignOut } from "./sign-in-links.tsx";

export function RemoveWorkDialog({ onClose }: { onClose(): void }) {
	const { service } = useApp().host;
	const [localWork, setLocalWork] = useState<LocalWork | null>(null);
	const [unsent, setUnsent] = useState<Unsent | null>(null);
	const [working, setWorking] = useState(false);
	const { leave } = useSignOut();
	const [fault, setFault] = useState<string | null>(null);
	useEffect(() => {
		service
			?.localWork()
			.then((loaded) => {
				setLocalWork(loaded);
				return loaded.sendUnsent().then(setUnsent);
			})
			.catch(() => setFault(t("Check your connection, then try again.")));
	}, [service]);
	const lost = unsent && unsentTexts(unsent);
	const remove = async (close: () => void) => {
		if (working || !lost || !localWork) return;
		setWorking(true);
		const learner = localWork.owner();
		const text = t(
			"You are signed out, and your work is removed from this browser. What your account has is there when you sign in again.",
		);
		if (await leave(text)) {
			close();
			focusContent();
			if (learner !== null) await localWork.remove(learner).catch(notRemoved);
		} else close();
	};
	return (
		<Dialog
			title={t("Sign out and remove your work")}
			size="narrow"
			onClose={onClose}
		>
			{(close) => (
				<div class="account-deletion">
					<p>
						{t(
							"For a computer that others use, too. Your code, attempts, progress and settings are removed from this browser, in all of its tabs. What your account has stays there.",
						)}
					</p>
					{fault !== null && <p role="alert">{fault}</p>}
					{lost === null && fault === null && (
						<p role="status">
							{t("Sending what your account does not have yet…")}
						</p>
					)}
					{lost?.length === 0 && (
						<p role="status">
							{t("All of your attempts and drafts are on your account.")}
						</p>
					)}
					{lost && lost.length > 0 && (
						<div role="alert">
							<p>
								{t(
									"Your account does not have these yet. They are lost if you go on:",
								)}
							</p>
							<ul class="account-losses">
								{lost.map((text) => (
									<li key={text}>{text}</li>
								))}
							</ul>
						</div>
					)}
					<button
						type="button"
						class="button"
						aria-disabled={working || lost === null}
						onClick={() => void remove(close)}
					>
						{working ? t("Signing out…") : t("Sign out and remove")}
					</button>
				</div>
			)}
		</Dialog>
	);
}

function unsentTexts(unsent: Unsent): string[] {
	const { attempts, drafts, disputes, studioEdits } = unsent;
	const texts: [number, string][] = [
		[attempts, plural(attempts, { one: "{0} attempt", other: "{0} attempts" })],
		[
			drafts,
			plural(drafts, {
				one: "changes to the code of {0} challenge",
				other: "changes to the code of {0} challenges",
			}),
		],
		[disputes, plural(disputes, { one: "{0} dispute", other: "{0} disputes" })],
		[
			studioEdits,
			plural(studioEdits, {
				one: "unsaved edits of {0} challenge in the studio",
				other: "unsaved edits of {0} challenges in the studio",
			}),
		],
	];
	return texts.flatMap(([count, text]) => (count > 0 ? [text] : []));
}

/** The browser refuses its storage. */
export const notRemoved = (error: unknown) =>
	notify(
		"work-not-removed",
		t(
			"Some of your code is still in this browser. Clear this site’s data in the browser’s settings.",
		),
		error,
	);
