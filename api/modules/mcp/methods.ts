/** The methods of the protocol, the same in every revision: each takes the parameters of a request and returns its result. Also maps errors to JSON-RPC. */
import { Type } from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import { extendTimeout } from "../../server/context.ts";
import {
	type Report,
	RPC,
	RpcError,
	refusalFor,
} from "../../server/error-handler.ts";
import { type ApiError, statusOf } from "../../server/errors.ts";
import type { McpSeries } from "../../server/metrics.ts";
import type {
	Call,
	Capabilities,
	Prompt,
	ResourceProvider,
	Restricted,
	Tool,
	ToolAnswer,
} from "./capabilities.ts";

type Params = Record<string, unknown>;
export type Method = (params: Params, call: Call) => Promise<Params>;

/** In milliseconds: a tool may prove a whole pack. */
const TOOL_TIMEOUT = 10 * 60_000;
/** In entries: what one page of a list holds. */
const PAGE = 50;
/** The protocol's own limit on suggestions. */
const MOST_SUGGESTIONS = 100;

export const METHODS = [
	"tools/list",
	"tools/call",
	"resources/list",
	"resources/templates/list",
	"resources/read",
	"prompts/list",
	"prompts/get",
	"completion/complete",
] as const;
export type MethodName = (typeof METHODS)[number];

/** @param refusals what becomes of an error that is nobody's refusal */
export function methodsOf(
	{ tools, resourceProviders, prompts }: Capabilities,
	refusals: Refusals,
	series: Pick<McpSeries, "called">,
): Record<MethodName, Method> {
	const offered = (call: Call) =>
		visible(tools, call).filter(
			({ effect }) => !call.holder.readOnly || effect === "reads",
		);
	const methods: Record<MethodName, Method> = {
		"tools/list": async (_, call) => ({ tools: offered(call).map(describe) }),
		async "tools/call"({ name, arguments: given = {} }, call) {
			const found = offered(call).find((one) => one.name === name);
			if (!found)
				throw new RpcError(
					RPC.invalidParams,
					`There is no tool "${name}"; tools/list names those there are.`,
				);
			extendTimeout(call.request, TOOL_TIMEOUT);
			return run(found, given, call, refusals);
		},
		async "resources/list"(params, call) {
			const rows = (
				await Promise.all(
					visible(resourceProviders, call).map((resourceProvider) =>
						resourceProvider.list(call),
					),
				)
			).flat();
			return page(params, "resources", rows);
		},
		"resources/templates/list": async (_, call) => ({
			resourceTemplates: visible(resourceProviders, call).flatMap(
				({ templates }) => templates,
			),
		}),
		async "resources/read"({ uri }, call) {
			for (const resourceProvider of visible(resourceProviders, call)) {
				const contents = await resourceProvider.read(String(uri), call);
				if (contents) return { contents: [contents] };
			}
			throw new RpcError(
				RPC.resourceNotFound,
				`There is no resource ${uri}; resources/list and the templates lead to those there are.`,
				{ uri },
			);
		},
		"prompts/list": async (_, call) => ({
			prompts: visible(prompts, call).map(
				({ name, title, description, arguments: all }) => ({
					name,
					title,
					description,
					arguments: all.map(({ complete: _, schema: __, ...rest }) => rest),
				}),
			),
		}),
		async "prompts/get"({ name, arguments: given = {} }, call) {
			const prompt = visible(prompts, call).find((one) => one.name === name);
			if (!prompt)
				throw new RpcError(
					RPC.invalidParams,
					`There is no prompt "${name}"; prompts/list names those there are.`,
				);
			refuseArguments(prompt, given as Params);
			const written = await prompt.write(given as Record<string, string>, call);
			return Array.isArray(written)
				? { description: prompt.description, messages: written }
				: written;
		},
		"completion/complete": (params, call) =>
			complete(
				{
					tools,
					resourceProviders: visible(resourceProviders, call),
					prompts: visible(prompts, call),
				},
				params as never,
				call,
			),
	};
	return Object.fromEntries(
		Object.entries(methods).map(([name, method]) => [
			name,
			async (params: Params, call: Call) => {
				try {
					const result = await method(params, call);
					series.called(name, result.isError ? "error" : "result");
					return result;
				} catch (error) {
					series.called(name, "error");
					throw refusals.ofMethod(error, call);
				}
			},
		]),
	) as Record<MethodName, Method>;
}

const visible = <One extends Restricted>(all: One[], { holder }: Call) =>
	all.filter((one) => one.isVisible?.(holder) ?? true);

function describe({
	name,
	title,
	description,
	effect,
	idempotent,
	input,
	output,
}: Tool) {
	return {
		name,
		title,
		description,
		inputSchema: input,
		...(output && { outputSchema: output }),
		annotations: {
			title,
			readOnlyHint: effect === "reads",
			destructiveHint: effect === "destroys",
			idempotentHint: idempotent,
			openWorldHint: false,
		},
	};
}

const SomeText = Type.String({ minLength: 1 });

/** Throws `invalidParams` when `given` does not fit the prompt's arguments. */
function refuseArguments(
	{ name, arguments: all }: Prompt,
	given: Params,
): void {
	const lacking = all.find(
		(one) => one.required && !Object.hasOwn(given, one.name),
	);
	if (lacking)
		throw new RpcError(
			RPC.invalidParams,
			`The prompt "${name}" needs the argument "${lacking.name}": ${lacking.description}`,
		);
	const shape = Type.Object(
		Object.fromEntries(
			all.map(({ name, schema = SomeText }) => [name, Type.Optional(schema)]),
		),
		{ additionalProperties: false },
	);
	const [fault] = shapeFaults(shape, given);
	if (fault)
		throw new RpcError(
			RPC.invalidParams,
			`The prompt "${name}": ${fault.detail}. Its arguments are ${all.map((one) => `\`${one.name}\``).join(", ")}.`,
		);
}

/** What goes wrong in a tool is its answer, which the model reads and can act on. */
async function run(
	{ run }: Tool,
	given: unknown,
	call: Call,
	refusals: Refusals,
): Promise<ToolAnswer> {
	try {
		return await run(given, call);
	} catch (error) {
		if (error instanceof RpcError) throw error;
		return {
			content: [{ type: "text", text: refusals.ofTool(error, call) }],
			isError: true,
		};
	}
}

/** The rest is found under `nextCursor`, which is where it begins. */
function page({ cursor }: Params, name: string, rows: unknown[]): Params {
	const from = cursor === undefined ? 0 : Number(cursor);
	if (!Number.isSafeInteger(from) || from < 0)
		throw new RpcError(
			RPC.invalidParams,
			"The cursor is none of ours; begin the list without one.",
		);
	const next = from + PAGE;
	return {
		[name]: rows.slice(from, next),
		...(rows.length > next && { nextCursor: String(next) }),
	};
}

interface Completing {
	ref: { type: string; uri?: string; name?: string };
	argument: { name: string; value: string };
	context?: { arguments?: Record<string, string> };
}

async function complete(
	{ resourceProviders, prompts }: Capabilities,
	{ ref, argument: { name, value }, context }: Completing,
	call: Call,
): Promise<Params> {
	const find =
		ref.type === "ref/prompt"
			? prompts
					.find((one) => one.name === ref.name)
					?.arguments.find((one) => one.name === name)?.complete
			: resourceProviders.find((resourceProvider) =>
					has(resourceProvider, ref.uri),
				)?.complete?.[name];
	const values = find ? await find(value, context?.arguments ?? {}, call) : [];
	return {
		completion: {
			values: values.slice(0, MOST_SUGGESTIONS),
			total: values.length,
			hasMore: values.length > MOST_SUGGESTIONS,
		},
	};
}

const has = ({ templates }: ResourceProvider, uri: string | undefined) =>
	templates.some(({ uriTemplate }) => uriTemplate === uri);

export interface Refusals {
	ofMethod(error: unknown, call: Call): RpcError;
	/** As text for the model: what, where and the next step. */
	ofTool(error: unknown, call: Call): string;
}

/** @param report called with unexpected errors */
export function toRpcErrors(report: Report): Refusals {
	const refusal = (error: unknown, { request }: Call): ApiError =>
		refusalFor(error, request, report);
	return {
		ofMethod(error, call) {
			if (error instanceof RpcError) return error;
			const { code, detail } = refusal(error, call);
			const isClientError = statusOf(code) < 500;
			return new RpcError(
				isClientError ? RPC.invalidParams : RPC.internal,
				detail,
				{
					code,
				},
			);
		},
		ofTool(error, call) {
			const { detail, faults } = refusal(error, call);
			return [
				detail,
				...faults.map((fault) => `- ${fault.pointer}: ${fault.detail}`),
			].join("\n");
		},
	};
}

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
