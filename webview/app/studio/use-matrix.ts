import type { Definitions } from "@treeline/verify/shapes";
import { useEffect, useRef, useState } from "preact/hooks";
import type { StudioDocument } from "../../host/studio.ts";
import { useApp } from "../app.ts";
import { computeMatrix, type Matrix } from "./matrix.ts";

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
	const last = useRef<Matrix | null>(null);
	const [isBusy, setBusy] = useState(true);
	const [error, setError] = useState<string | null>(null);
	const [turn, setTurn] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		setBusy(true);
		const request = {
			document,
			shared: definitions,
			chosen,
			verifier,
			isCurrent: () => isCurrent,
		};
		const show = (next: Matrix | null) => {
			if (!isCurrent || !next) return;
			last.current = next;
			setMatrix(next);
			setError(null);
		};
		const compute = async () => {
			try {
				// The check that is being edited first: a large challenge has hundreds of other results.
				if (last.current) show(await computeMatrix(request, last.current));
				if (isCurrent) show(await computeMatrix(request));
			} catch (problem) {
				if (isCurrent)
					setError(
						problem instanceof Error ? problem.message : String(problem),
					);
			}
			if (isCurrent) setBusy(false);
		};
		const timer = setTimeout(() => void compute(), PAUSE_MS);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [document, definitions, chosen, verifier, turn]);
	return { matrix, isBusy, error, retry: () => setTurn((count) => count + 1) };
}
