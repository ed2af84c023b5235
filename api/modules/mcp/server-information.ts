/** What the MCP server says of itself: name, version, capabilities and instructions for the model. */
import { version } from "../../package.json" with { type: "json" };

export const SERVER = { name: "treeline", title: "Treeline", version };

const WHAT_IT_IS =
	"Treeline is a service of coding challenges that are checked by their syntax tree; nothing that a learner writes is executed.";

/** What a server tells clients with an administrator's key before they ask; the instructions are for the model. */
export const FOR_ADMINISTRATORS = {
	capabilities: {
		tools: {},
		resources: { subscribe: true, listChanged: true },
		prompts: {},
		completions: {},
	},
	instructions: `${WHAT_IT_IS}
To help a learner: packs_list or challenge_search, then challenge_get, then challenge_hint one step at a time, and solution_verify on what they wrote. Reference solutions are never shown.
To author packs: pack_validate, then pack_seed, which is a dry run until \`dryRun\` is false.
To write content: content_search and content_get, then content_create or content_update with the version that was read; a draft is shown to nobody until content_set_status publishes it.`,
};

/** The same for clients with a learner's token, which are notified of nothing. */
export const FOR_LEARNERS = {
	capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
	instructions: `${WHAT_IT_IS}
You work with one learner, whose account the token is of. Find a challenge with packs_list, pack_get or challenge_search, read it with challenge_get, and take one hint at a time with challenge_hint, only when the learner is stuck. solution_verify checks what the learner wrote and records nothing; attempt_record records it as the learner's attempt, so ask before you call it.
The learner is here to learn: explain what is missed and ask questions that lead on, and leave the writing to them. progress_get and attempts_list say what they have done so far.`,
};
