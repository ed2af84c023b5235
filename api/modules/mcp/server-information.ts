/** What the MCP server says of itself: name, version, capabilities and instructions for the model. */
import { version } from "../../package.json" with { type: "json" };

export const SERVER = { name: "treeline", title: "Treeline", version };

export const CAPABILITIES = {
	tools: {},
	resources: { subscribe: true, listChanged: true },
	prompts: {},
	completions: {},
};

/** For the model, before it has seen a tool. */
export const INSTRUCTIONS = `Treeline is a service of coding challenges that are checked by their syntax tree; nothing that a learner writes is executed.
To help a learner: packs_list or challenge_search, then challenge_get, then challenge_hint one step at a time, and solution_verify on what they wrote. Reference solutions are never shown.
To author packs: pack_validate, then pack_seed, which is a dry run until \`dryRun\` is false.
To write content: content_search and content_get, then content_create or content_update with the version that was read; a draft is shown to nobody until content_set_status publishes it.`;
