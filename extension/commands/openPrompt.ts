/** Shows the panel with the prompt and the checks of a challenge. */
import type { Command } from "./index.ts";
import { targetChallenge } from "./target.ts";

export const openPrompt: Command = ({ workspace, panels }, target) =>
	panels.show(targetChallenge(workspace, target));
