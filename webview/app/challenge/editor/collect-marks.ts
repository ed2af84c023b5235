import { stripBackticks } from "../../elements/inline-code.tsx";
import type { Workbench } from "../workbench.ts";
import type { Mark } from "./marks.ts";

/** Marks by file: current syntax errors, and locations of failed checks until the files change. */
export function collectMarks(bench: Workbench): Map<string, Mark[]> {
	const marks = new Map<string, Mark[]>();
	for (const path of bench.paths.value) {
		const faults = bench.syntax.value[path] ?? [];
		marks.set(
			path,
			faults.map((fault) => ({ ...fault, severity: "error" })),
		);
	}
	const outcome = bench.outcome.value;
	if (outcome.state !== "checked" || bench.stale.value) return marks;
	if (!bench.settings.value["feedback.showNearMiss"]) return marks;
	for (const { state, message, description, location } of outcome.verdict
		.rows) {
		if (state !== "open" || !location) continue;
		marks.get(location.file)?.push({
			severity: "warning",
			message: stripBackticks(message ?? description),
			startLine: location.line,
			startColumn: location.column,
			endLine: location.endLine,
			endColumn: location.endColumn,
		});
	}
	return marks;
}
