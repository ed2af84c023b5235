/** Two versions of the learner's files side by side. */
import type { FileEntry } from "@treeline/verify/shapes";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./attempts.css" with { type: "text" };

adoptStyles(style);

interface ComparisonProps {
	before: FileEntry[];
	current: FileEntry[];
	/** What is on the left, in words. */
	title: string;
}

/** Each file that differs: as it was on the left, as it is now on the right. */
export function Comparison({ before: files, current, title }: ComparisonProps) {
	const before = new Map(files.map(({ path, content }) => [path, content]));
	const now = new Map(current.map(({ path, content }) => [path, content]));
	const paths = [...new Set([...before.keys(), ...now.keys()])];
	return (
		<div class="comparison">
			<p class="comparison-sides">
				<span>{title}</span>
				<span>{t("Your code now")}</span>
			</p>
			{paths
				.filter((path) => before.get(path) !== now.get(path))
				.map((path) => (
					<FileComparison
						key={path}
						path={path}
						before={before.get(path) ?? ""}
						now={now.get(path) ?? ""}
						title={title}
						note={
							before.has(path)
								? now.has(path)
									? null
									: t("Not in your code now")
								: t("Only in your code now")
						}
					/>
				))}
		</div>
	);
}

interface FileComparisonProps {
	path: string;
	before: string;
	now: string;
	title: string;
	/** Whether only one side has the file; null when both have it. */
	note: string | null;
}

function FileComparison({
	path,
	before,
	now,
	title,
	note,
}: FileComparisonProps) {
	const parent = useRef<HTMLDivElement>(null);
	const [failed, setFailed] = useState(false);
	useEffect(() => {
		let close: (() => void) | null = null;
		let isClosed = false;
		import("./editor/comparison.ts")
			.then(({ showComparison }) => {
				if (!isClosed && parent.current)
					close = showComparison(parent.current, [
						{ name: title, path, text: before },
						{ name: t("Your code now"), path, text: now },
					]);
			})
			.catch(() => setFailed(true));
		return () => {
			isClosed = true;
			close?.();
		};
	}, [path, before, now, title]);
	return (
		<>
			<h3 class="eyebrow">{path}</h3>
			{note && <p class="facts">{note}</p>}
			<div class="comparison-file" ref={parent} />
			{failed && (
				<p class="facts">
					{t(
						"The comparison could not be loaded. Check your connection, then try again.",
					)}
				</p>
			)}
		</>
	);
}
