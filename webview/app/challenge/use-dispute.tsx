/** "My solution is right" on a challenge's screen: the form, and what became of the learner's disputes at this challenge. */
import type { Challenge, Dispute } from "@treeline/api/client-types";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { newAttemptId } from "../../host/attempt-batch.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { LazyDialog } from "../elements/lazy-dialog.tsx";
import { useLazy } from "../lazy-screen.tsx";
import { useSignalValue } from "../screen-hooks.ts";
import type { Disputed } from "./disputed.ts";
import type { Verdict } from "./verdict.ts";

interface DisputeParts {
	/** Opens the form; absent where none can be sent. */
	onDispute?: (verdict: Verdict) => void;
	dialog: ComponentChildren;
	/** The learner's disputes at this challenge. */
	list: ComponentChildren;
}

/** @param files the files that are sent, when the form is opened */
export function useDispute(
	challenge: Challenge,
	files: () => FileEntry[],
): DisputeParts {
	const { disputes, account } = useApp().host;
	// What it says decides whether there is an account to send from.
	const { state } = useSignalValue(account.state);
	const [disputed, setDisputed] = useState<Disputed | null>(null);
	/** By the files: the same code verified again is the same dispute. */
	const all = useRef(new Map<string, Disputed>());
	const [own, setOwn] = useState<Dispute[]>([]);
	useEffect(() => {
		let isCurrent = true;
		// Without an answer, nothing is shown: the checks are what the screen is for.
		disputes?.at(challenge).then(
			(rows) => isCurrent && setOwn(rows),
			() => {},
		);
		return () => {
			isCurrent = false;
		};
	}, [disputes, challenge, state, disputed]);
	if (!disputes) return { dialog: null, list: null };
	const open = (verdict: Verdict) => {
		const disputedFiles = files();
		const code = JSON.stringify(disputedFiles);
		const opened = all.current.get(code) ?? disputedOf(verdict, disputedFiles);
		all.current.set(code, opened);
		setDisputed(opened);
	};
	return {
		...(disputes.isOffered() && { onDispute: open }),
		dialog: disputed && (
			<LazyDialog
				load={loadDispute}
				what={t("The form could not be loaded.")}
				props={{
					challenge,
					disputes,
					disputed,
					onClose: () => setDisputed(null),
				}}
			/>
		),
		list: own.length > 0 && <OwnDisputes rows={own} />,
	};
}

const disputedOf = (verdict: Verdict, files: FileEntry[]): Disputed => ({
	id: newAttemptId(),
	verdict,
	files,
	note: "",
	outcome: null,
});

/** Without their code, nothing is shown, as without an answer. */
function OwnDisputes({ rows }: { rows: Dispute[] }) {
	const { part: List } = useLazy(loadOwnDisputes);
	return List && <List rows={rows} />;
}

const loadOwnDisputes = async () =>
	(await import("./own-disputes.tsx")).OwnDisputes;
const loadDispute = async () =>
	(await import("./dispute-dialog.tsx")).DisputeDialog;
