import type { Definitions } from "@treeline/verify/shapes";
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../app.ts";
import { computeMatrix, type Matrix } from "./matrix.ts";
import type { StudioDocument } from "./store.ts";

/** Pause in typing before the answers are verified anew, in milliseconds: short, so that it is seen at once. */
const PAUSE_MS = 120;

export interface MatrixState {
	/** The last matrix; null before the first one. */
	matrix: Matrix | null;
	/** Whether a newer one is being computed. */
	isBusy: boolean;
	/** Why the engine did not start; null when it did. */
	error: string | null;
	retry(): void;
}

/** The matrix of the document, computed anew after each change. */
export function useMatrix(
	document: StudioDocument,
	definitions: Definitions,
	chosen: string | null,
): MatrixState {
	const { verifier } = useApp().host;
	const [matrix, setMatrix] = useState<Matrix | null>(null);
	const [isBusy, setBusy] = useState(true);
	const [error, setError] = useState<string | null>(null);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		setBusy(true);
		const timer = setTimeout(() => {
			computeMatrix(
				document,
				definitions,
				chosen,
				verifier,
				() => isCurrent,
			).then(
				(next) => {
					if (!isCurrent || !next) return;
					setMatrix(next);
					setError(null);
					setBusy(false);
				},
				(problem) => {
					if (!isCurrent) return;
					setError(
						problem instanceof Error ? problem.message : String(problem),
					);
					setBusy(false);
				},
			);
		}, PAUSE_MS);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [document, definitions, chosen, verifier, turn]);
	return { matrix, isBusy, error, retry: () => setTurn((count) => count + 1) };
}
