/** From 1-based lines and columns, as the engine counts, to the editor's offsets; places that no longer exist are clamped. */
import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";

/** Something to underline. */
export interface Mark {
	severity: "error" | "warning";
	message: string;
	startLine: number;
	startColumn: number;
	endLine: number;
	endColumn: number;
}

export function offsetAt(doc: Text, line: number, column: number): number {
	const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
	return Math.min(from + Math.max(column, 1) - 1, to);
}

export function toDiagnostics(doc: Text, marks: Mark[]): Diagnostic[] {
	return marks
		.map((mark): Diagnostic => {
			const from = offsetAt(doc, mark.startLine, mark.startColumn);
			// A near miss may be a whole function: its first line says where, the rest would only be noise.
			const end =
				mark.severity === "warning" && mark.endLine > mark.startLine
					? doc.lineAt(from).to
					: offsetAt(doc, mark.endLine, mark.endColumn);
			const { severity, message } = mark;
			return {
				from,
				to: Math.max(from, end),
				severity,
				message,
				source: "Treeline",
			};
		})
		.sort((one, other) => one.from - other.from);
}
