/** What the extension offers to tests and to other extensions, as its `exports`. */
import type * as vscode from "vscode";
import type { Progress } from "./session/progress.ts";

export interface TreelineApi {
	/** Where challenges are written: the folder of one, given its pack's and its own slug. */
	folderOf(pack: string, challenge: string): vscode.Uri | null;
	statusOf(pack: string, challenge: string): Progress["status"];
	/** `@treeline` in the chat; null in an editor without chat. */
	participant: vscode.ChatParticipant | null;
}
