import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { addressOf } from "../router.ts";
import { useSignalValue } from "../screen-hooks.ts";

/** Leads back to the challenge that was opened last, on from it once it is passed, and to its pack once the next one is passed, too. */
export function ContinueCard() {
	const { progress } = useApp().host;
	useSignalValue(progress);
	const last = progress.lastOpened();
	if (!last) return null;
	const { key, title, packName, next } = last;
	const isOpen = (slug: string) =>
		progress.of({ pack: key.pack, challenge: slug }).status !== "passed";
	const target = [{ slug: key.challenge, title }, next].find(
		(each) => each && isOpen(each.slug),
	);
	const href = target
		? addressOf.challenge({ pack: key.pack, challenge: target.slug })
		: addressOf.pack(key.pack);
	return (
		<p class="continue">
			<a class="button button-primary" href={href}>
				{t("Continue")}
				<span class="button-detail">{target?.title ?? packName}</span>
				<Icon name="next" />
			</a>
			{target && <span class="facts">{packName}</span>}
		</p>
	);
}
