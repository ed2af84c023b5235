import type { Challenge } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";
import { SignInLink } from "../account/sign-in-links.tsx";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { fillIn } from "../elements/fill-in.tsx";
import { Icon } from "../elements/icon.tsx";
import { Prose } from "../elements/prose.tsx";
import { addressOf } from "../router.ts";
import { useSignalValue } from "../screen-hooks.ts";

/** Next step and explanation after a pass. */
export function PassSummary({ challenge }: { challenge: Challenge }) {
	const { next, packSlug } = challenge;
	return (
		<div class="passed">
			<div class="passed-next">
				<span class="passed-mark" aria-hidden="true">
					<Icon name="check" />
				</span>
				{next ? (
					<a
						class="button button-primary"
						href={addressOf.challenge({ pack: packSlug, challenge: next.slug })}
					>
						{t("Next challenge")}
						<span class="button-detail" lang={PACK_LANGUAGE}>
							{next.title}
						</span>
						<Icon name="next" />
					</a>
				) : (
					<a class="button button-primary" href={addressOf.pack(packSlug)}>
						{t("Back to the pack")}
					</a>
				)}
			</div>
			<Debrief challenge={challenge} />
			<SignInForDebrief />
		</div>
	);
}

/** The explanation, which the service sends to learners who have passed the challenge or given it up. */
export function Debrief({ challenge: { debrief } }: { challenge: Challenge }) {
	if (!debrief) return null;
	return (
		<div class="debrief">
			<h3 class="eyebrow">{t("What you have learnt")}</h3>
			<Prose markdown={debrief} below={3} />
		</div>
	);
}

/** The service sends the explanation to signed-in learners only: it does not know who else has passed. */
function SignInForDebrief() {
	const { account } = useApp().host;
	const { state } = useSignalValue(account.state);
	if (!account.offered || state !== "out") return null;
	return (
		<p>
			{fillIn(
				t(
					"Your progress is kept in this browser. {link} to have it on other devices, too, and to read an explanation of the solution.",
				),
				{ link: <SignInLink class="link">{t("Sign in")}</SignInLink> },
			)}
		</p>
	);
}
