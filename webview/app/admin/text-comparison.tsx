/** How a content item's JSON differs from an earlier version of it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Failure } from "../elements/failure.tsx";

interface TextComparisonProps {
	/** What is on the left, in words. */
	title: string;
	before: string;
	now: string;
}

export function TextComparison({ title, before, now }: TextComparisonProps) {
	const parent = useRef<HTMLDivElement>(null);
	const [failed, setFailed] = useState(false);
	const isSame = before === now;
	useEffect(() => {
		if (isSame) return;
		let close: (() => void) | null = null;
		let isClosed = false;
		import("../challenge/editor/comparison.ts")
			.then(({ showComparison }) => {
				if (!isClosed && parent.current)
					close = showComparison(parent.current, [
						{ name: title, path: "data.json", text: before },
						{ name: t("Now"), path: "data.json", text: now },
					]);
			})
			.catch(() => setFailed(true));
		return () => {
			isClosed = true;
			close?.();
		};
	}, [title, before, now, isSame]);
	if (isSame)
		return <p class="admin-wide">{t("Its data is the same as now.")}</p>;
	if (failed)
		return (
			<Failure
				detail={t("A part of this page could not be loaded.")}
				nextStep={t("Check your connection, then try again.")}
			/>
		);
	return (
		<div class="admin-wide admin-comparison">
			<p class="facts">
				{t("Lines of {0} with −, lines of now with +.", title)}
			</p>
			<div ref={parent} />
		</div>
	);
}
