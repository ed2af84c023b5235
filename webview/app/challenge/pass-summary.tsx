import type { Challenge } from "@treeline/api/shapes";
import { SignIn } from "../account/sign-in-links.tsx";
import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { Prose } from "../elements/prose.tsx";
import { addressOf } from "../router.ts";
import { useWatched } from "../screen-hooks.ts";

/** What comes next after a pass, and what the challenge has taught. */
export function Passed({ challenge }: { challenge: Challenge }) {
	const { next, packSlug } = challenge;
	return (
		<div class="passed">
			{next ? (
				<a
					class="button button-primary"
					href={addressOf.challenge({ pack: packSlug, challenge: next.slug })}
				>
					Next challenge
					<span class="button-detail">{next.title}</span>
					<Icon name="next" />
				</a>
			) : (
				<a class="button button-primary" href={addressOf.pack(packSlug)}>
					Back to the pack
				</a>
			)}
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
			<h3 class="eyebrow">What you have learnt</h3>
			<Prose markdown={debrief} below={3} />
		</div>
	);
}

/** The service sends the explanation to signed-in learners only: it does not know who else has passed. */
function SignInForDebrief() {
	const { account } = useApp().host;
	const { state } = useWatched(account.state);
	if (!account.offered || state !== "out") return null;
	return (
		<p>
			<SignIn class="link">Sign in</SignIn> to save your progress and to read an
			explanation of the solution.
		</p>
	);
}
