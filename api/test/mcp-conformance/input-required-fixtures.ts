/** Fixtures that need something of the client before they answer, as the stateless revision has it: they say what, and are asked again. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type {
	Call,
	InputRequired,
	Prompt,
} from "../../modules/mcp/tool-resource-prompt-types.ts";
import { RpcError } from "../../server/json-rpc.ts";
import type { fixture as Fixture } from "./fixtures.ts";

interface Round {
	/** What the client answered, by the names that it was asked under. */
	answers: Record<string, { content?: Record<string, unknown> } & object>;
	/** What it was given to bring back. */
	state: string | undefined;
	capabilities: Record<string, unknown>;
}

function roundOf(call: Call): Round {
	const {
		inputResponses = {},
		requestState,
		envelope = {},
	} = (call.protocol as ServerContext).mcpReq;
	const named = envelope as Record<string, unknown>;
	return {
		answers: inputResponses as Round["answers"],
		state: requestState<string>(),
		capabilities: (named["io.modelcontextprotocol/clientCapabilities"] ??
			{}) as Round["capabilities"],
	};
}

const says = (text: string) => ({ content: [{ type: "text", text }] });

const needs = (
	inputRequests: Record<string, object>,
	requestState?: string,
): InputRequired => ({
	resultType: "input_required",
	inputRequests,
	...(requestState !== undefined && { requestState }),
});

const elicit = (message: string, name: string, type = "string") => ({
	method: "elicitation/create",
	params: {
		mode: "form",
		message,
		requestedSchema: {
			type: "object",
			properties: { [name]: { type } },
			required: [name],
		},
	},
});
const sample = (text: string, maxTokens = 100) => ({
	method: "sampling/createMessage",
	params: {
		messages: [{ role: "user", content: { type: "text", text } }],
		maxTokens,
	},
});
const ROOTS = { method: "roots/list", params: {} };

/** A state is what it was given out as, or none of ours. */
const hashOf = (state: string) =>
	new Bun.CryptoHasher("sha256", "of the fixtures").update(state).digest("hex");
const sealed = (state: string) => `${state}.${hashOf(state)}`;

/** Throws for a state that was altered on its way. */
function opened(state: string | undefined): string | undefined {
	if (state === undefined) return undefined;
	const [value = "", seal] = state.split(".");
	if (seal !== hashOf(value))
		throw new RpcError(-32602, "Invalid or expired requestState");
	return value;
}

/** A tool that is asked in one round for `asks`, and answers in the next. */
export function inputTools(fixture: typeof Fixture) {
	const inOneRound = (
		name: string,
		asks: Record<string, object>,
		answer: (answers: Round["answers"]) => string,
		state?: string,
	) =>
		fixture(name, (_, call) => {
			const { answers, state: brought } = roundOf(call);
			opened(brought);
			const all = Object.keys(asks).every((key) => answers[key]);
			return all ? says(answer(answers)) : needs(asks, state && sealed(state));
		});
	return [
		inOneRound(
			"test_input_required_result_elicitation",
			{ user_name: elicit("What is your name?", "name") },
			({ user_name }) => `Hello, ${user_name?.content?.name}!`,
		),
		inOneRound(
			"test_input_required_result_sampling",
			{ capital_question: sample("What is the capital of France?") },
			(answers) => JSON.stringify(answers.capital_question),
		),
		inOneRound(
			"test_input_required_result_list_roots",
			{ client_roots: ROOTS },
			(answers) => JSON.stringify(answers.client_roots),
		),
		inOneRound(
			"test_input_required_result_request_state",
			{ confirm: elicit("Please confirm", "ok", "boolean") },
			() => "state-ok",
			"asked",
		),
		inOneRound(
			"test_input_required_result_tampered_state",
			{ confirm: elicit("Please confirm", "ok", "boolean") },
			() => "state-ok",
			"asked",
		),
		inOneRound(
			"test_input_required_result_multiple_inputs",
			{
				user_name: elicit("What is your name?", "name"),
				greeting: sample("Generate a greeting", 50),
				client_roots: ROOTS,
			},
			(answers) => JSON.stringify(answers),
			"asked",
		),
		fixture("test_input_required_result_multi_round", (_, call) => {
			const { answers, state } = roundOf(call);
			const round = opened(state);
			if (round === "one" && answers.step1)
				return needs(
					{ step2: elicit("Step 2: What is your favorite color?", "color") },
					sealed("two"),
				);
			if (round === "two" && answers.step2)
				return says(JSON.stringify(answers.step2));
			return needs(
				{ step1: elicit("Step 1: What is your name?", "name") },
				sealed("one"),
			);
		}),
		fixture("test_input_required_result_capabilities", (_, call) => {
			const { capabilities } = roundOf(call);
			return needs({
				...(capabilities.sampling ? { sampled: sample("Say something") } : {}),
				...(capabilities.elicitation
					? { elicited: elicit("Say", "word") }
					: {}),
			});
		}),
		fixture("test_missing_capability", (_, call) => {
			if (roundOf(call).capabilities.sampling) return says("It is there.");
			throw new RpcError(-32021, "This tool needs the client to sample.", {
				requiredCapabilities: { sampling: {} },
			});
		}),
		fixture("test_streaming_elicitation", (_, call) =>
			roundOf(call).answers.word
				? says("It is done.")
				: needs({ word: elicit("Say a word", "word") }),
		),
		fixture("test_logging_tool", async (_, call) => {
			await (call.protocol as ServerContext).mcpReq.log(
				"info",
				"It is logged.",
			);
			return says("It is done.");
		}),
	];
}

/** A prompt that needs to know what for. */
export const needsContext: Prompt["write"] = async (_, call) => {
	const { answers } = roundOf(call);
	const text = String(answers.user_context?.content?.context);
	return answers.user_context
		? [{ role: "user", content: { type: "text", text } }]
		: needs({
				user_context: elicit("What context should the prompt use?", "context"),
			});
};
