/** Opens the challenge in VS Code, and says before that whether the learner's code comes along. */
import "./dialog-styles.ts";
import { useEffect, useState } from "preact/hooks";
import type { ChallengeKey } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { SignInLink } from "../account/sign-in-links.tsx";
import { useApp } from "../app.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Icon } from "../elements/icon.tsx";
import { download } from "./actions.tsx";
import type { Workbench } from "./workbench.ts";

/** What becomes of the learner's code: nothing was written, it is being sent to the account, the account has it, or it stays here. */
type Code = "none" | "sending" | "sent" | "not-sent" | "signed-out";

export function OpenInEditorDialog({
	bench,
	onClose,
}: {
	bench: Workbench;
	onClose(): void;
}) {
	const { account } = useApp().host;
	const [code, setCode] = useState<Code>(() => {
		if (!bench.changed.peek()) return "none";
		return bench.signedIn.peek() ? "sending" : "signed-out";
	});
	useEffect(() => {
		if (code === "sending")
			void bench
				.sendDraft()
				.then((isSent) => setCode(isSent ? "sent" : "not-sent"));
	}, []);
	const stays = code === "signed-out" || code === "not-sent";
	return (
		<Dialog title={t("Open in VS Code")} size="narrow" onClose={onClose}>
			{(close) => (
				<div class="dispute">
					<p role="status">{describe(code)}</p>
					<p class="facts">
						{t("VS Code needs the Treeline extension to open this link.")}{" "}
						{t(
							"On vscode.dev, run “Treeline: Open Challenge…” there and paste the address of this page.",
						)}
					</p>
					<div class="actions">
						<a
							class="button button-primary"
							href={editorLink(bench.key)}
							aria-disabled={code === "sending"}
							onClick={(event) => {
								if (code === "sending") event.preventDefault();
								else close();
							}}
						>
							<Icon name="screen" />
							{stays ? t("Open with the starter") : t("Open")}
						</a>
						{stays && (
							<button
								type="button"
								class="button"
								onClick={() => void download(bench)}
							>
								<Icon name="download" />
								{t("Download as zip")}
							</button>
						)}
						{code === "signed-out" && account.offered && (
							<SignInLink>{t("Sign in")}</SignInLink>
						)}
					</div>
				</div>
			)}
		</Dialog>
	);
}

function describe(code: Code): string {
	switch (code) {
		case "none":
			return t("You have not changed the starter yet. VS Code opens it.");
		case "sending":
			return t("Saving your code to your account…");
		case "sent":
			return t(
				"Your code is on your account. VS Code continues with it once you are signed in there with the same account.",
			);
		case "not-sent":
			return t(
				"Your code could not be saved to your account and stays in this browser. VS Code opens the starter. You can download your code and copy it over.",
			);
		case "signed-out":
			return t(
				"Your code stays in this browser, and VS Code opens the starter. To continue with your code, sign in here and in VS Code, or download it and copy it over.",
			);
	}
}

/** A link that opens the challenge in VS Code, where the extension is installed. */
const editorLink = ({ pack, challenge }: ChallengeKey) =>
	`vscode://treeline.treeline/challenge/${pack}/${challenge}`;
