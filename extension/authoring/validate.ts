/** What is wrong with a pack of an author, with exact places. */
import { validateChallenge } from "@treeline/packs/format";
import {
	type ChallengeOnDisk,
	type Finding,
	findingsIn,
	readPack,
	sourceOf,
	unreadFindings,
} from "@treeline/packs/reader";
import type { Verifier } from "@treeline/verify/worker";
import type * as vscode from "vscode";
import { editorFiles } from "./pack-files.ts";

/** The findings of the pack in `folder`, its references verified. A broken challenge does not stop the others. */
export async function validatePack(
	folder: vscode.Uri,
	verifier: Verifier,
): Promise<Finding[]> {
	const pack = await readPack(editorFiles(folder), false);
	const findings = findingsIn(pack.manifest, pack.manifestFaults);
	for (const challenge of pack.challenges)
		findings.push(...(await findingsOf(challenge, verifier)));
	return findings;
}

async function findingsOf(
	challenge: ChallengeOnDisk,
	verifier: Verifier,
): Promise<Finding[]> {
	const unread = unreadFindings(challenge);
	if (unread) return unread;
	const { faults } = await validateChallenge(challenge.value, verifier);
	return findingsIn(sourceOf(challenge), faults);
}
