import { spoken } from "../../elements/inline-code.tsx";
import type { Workbench } from "../workbench.ts";
import type { Mark } from "./marks.ts";

/** What to underline now, by file: syntax errors at once, places of failed checks until the files change. */
export function marksOf(bench: Workbench): Map<string, Mark[]> {
	const marks = new Map<string, Mark[]>();
	for (const { path } of bench.files.value) {
		const faults = bench.syntax.value[path] ?? [];
		marks.set(
			path,
			faults.map((fault) => ({ ...fault, severity: "error" })),
		);
	}
	const outcome = bench.outcome.value;
	if (outcome.state !== "checked" || bench.stale.value) return marks;
	for (const { state, message, description, location } of outcome.verdict
		.rows) {
		if (state !== "open" || !location) continue;
		marks.get(location.file)?.push({
			severity: "warning",
			message: spoken(message ?? description),
			startLine: location.line,
			startColumn: location.column,
			endLine: location.endLine,
			endColumn: location.endColumn,
		});
	}
	return marks;
}
