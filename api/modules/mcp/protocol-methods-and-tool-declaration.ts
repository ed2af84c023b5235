/**
 * The methods of the protocol, the same in every revision: each takes the parameters of a request and returns its result. Also declares
 * tools, and how either SDK calls a method.
 */
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
	ServerNotification,
	ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import {
	type Static,
	type TObject,
	type TProperties,
	Type,
} from "@sinclair/typebox";
import { ApiError } from "../../server/errors.ts";
import { RPC, RpcError } from "../../server/json-rpc.ts";
import type { McpSeries } from "../../server/log-and-metrics.ts";
import { validator } from "../../server/read-and-validate-request.ts";
import { extendTimeout } from "../../server/request-context-address-and-deadline.ts";
import type { Refusals } from "./error-mapping.ts";
import {
	type AuthInfo,
	type Call,
	type Caller,
	type Capabilities,
	type Effect,
	type ResourceProvider,
	type Restricted,
	refuseArguments,
	type Tool,
	type ToolAnswer,
} from "./tool-resource-prompt-types.ts";

type Params = Record<string, unknown>;
export type Method = (params: Params, call: Call) => Promise<Params>;

/** In milliseconds: a tool may prove a whole pack. */
const TOOL_TIMEOUT = 10 * 60_000;
/** In entries: what one page of a list holds. */
const PAGE = 50;
/** The protocol's own limit on suggestions. */
const MAX_SUGGESTIONS = 100;

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

/** @param refusals maps errors to JSON-RPC's */
export function methodsOf(
	{ tools, resourceProviders, prompts }: Capabilities,
	refusals: Refusals,
	series: Pick<McpSeries, "called">,
): Record<MethodName, Method> {
	const isOffered = (tool: Tool, call: Call) =>
		isVisible(tool, call) &&
		(call.learner !== null || !call.holder.readOnly || tool.effect === "reads");
	const methods: Record<MethodName, Method> = {
		"tools/list": async (_, call) => ({
			tools: tools.filter((one) => isOffered(one, call)).map(describe),
		}),
		async "tools/call"({ name, arguments: given = {} }, call) {
			const found = tools.find((one) => one.name === name);
			if (!found || !isOffered(found, call))
				throw new RpcError(
					RPC.invalidParams,
					`There is no tool "${name}"; tools/list names the existing ones.`,
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
				`There is no resource ${uri}; resources/list and the templates lead to the existing ones.`,
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
					`There is no prompt "${name}"; prompts/list names the existing ones.`,
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

const isVisible = (
	{ scope, isVisible }: Restricted,
	{ holder, learner }: Call,
) =>
	learner
		? scope !== undefined && learner.scopes.includes(scope)
		: (isVisible?.(holder) ?? true);

const visible = <One extends Restricted>(all: One[], call: Call) =>
	all.filter((one) => isVisible(one, call));

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
			"The cursor is not valid; start the list without one.",
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
			values: values.slice(0, MAX_SUGGESTIONS),
			total: values.length,
			hasMore: values.length > MAX_SUGGESTIONS,
		},
	};
}

const has = ({ templates }: ResourceProvider, uri: string | undefined) =>
	templates.some(({ uriTemplate }) => uriTemplate === uri);

interface Declared<Input extends TProperties, Output extends TObject>
	extends Pick<Tool, "name" | "title" | "description" | "isVisible" | "scope"> {
	/** `reads` unless it says otherwise. */
	effect?: Effect;
	/** As reading is. */
	idempotent?: boolean;
	input: Input;
	output: Output;
	run(
		input: Static<TObject<Input>>,
		call: Call,
	): Promise<Static<Output> & object>;
}

/** A tool that answers one value: as structure, and as text for clients that know only that. */
export function tool<Input extends TProperties, Output extends TObject>(
	declared: Declared<Input, Output>,
): Tool {
	const { run, effect = "reads", ...rest } = declared;
	const shape = Type.Object(declared.input, { additionalProperties: false });
	const faultsOf = validator(shape);
	return {
		idempotent: effect === "reads",
		...rest,
		effect,
		input: shape,
		async run(input, call) {
			const faults = faultsOf(input);
			if (faults.length > 0)
				throw new ApiError(
					"validation_failed",
					"The arguments do not fit the tool's input schema.",
					faults,
				);
			const value = await run(input as Static<TObject<Input>>, call);
			return {
				content: [{ type: "text", text: JSON.stringify(value) }],
				structuredContent: value as Record<string, unknown>,
			};
		},
	};
}

/** The fields of `value` that `schema` names: what a list holds of it. */
export const rowOf = <Row extends TObject>(
	schema: Row,
	value: Static<Row>,
): Static<Row> =>
	Object.fromEntries(
		Object.entries(value).filter(([name]) =>
			Object.hasOwn(schema.properties, name),
		),
	) as Static<Row>;

export const authInfoOf = (caller: Caller): AuthInfo => ({
	// Checked already, and nothing that a handler should see.
	token: "",
	clientId: caller.holder.fingerprint,
	scopes: [],
	extra: { caller },
});

export const isLearner = (authInfo: AuthInfo | undefined): boolean =>
	(authInfo?.extra?.caller as Caller | undefined)?.learner != null;

/** A request as either SDK hands it to a handler, by the parts that both have. */
interface SdkRequest {
	authInfo: AuthInfo | undefined;
	signal: AbortSignal;
	progressToken: string | number | undefined;
	notify(notification: ProgressNotification): Promise<void>;
	protocol: unknown;
}

interface ProgressNotification {
	method: "notifications/progress";
	params: {
		progressToken: string | number;
		progress: number;
		total: number;
		message: string;
	};
}

export function callOf({
	authInfo,
	signal,
	progressToken,
	notify,
	protocol,
}: SdkRequest): Call {
	return {
		...(authInfo?.extra?.caller as Caller),
		signal,
		async progress(progress, total, message) {
			if (progressToken === undefined) return;
			await notify({
				method: "notifications/progress",
				params: { progressToken, progress, total, message },
			});
		},
		protocol,
	};
}

/** What the SDK of sessions hands to a handler beside the request. */
export type SessionExtra = RequestHandlerExtra<
	ServerRequest,
	ServerNotification
>;

/** A method as the SDK of sessions takes it. */
export const sessionHandler =
	(method: Method) =>
	({ params = {} }: { params?: Params }, extra: SessionExtra) =>
		method(params, sessionCall(extra));

export const sessionCall = (extra: SessionExtra): Call =>
	callOf({
		authInfo: extra.authInfo,
		signal: extra.signal,
		progressToken: extra._meta?.progressToken,
		notify: extra.sendNotification,
		protocol: extra,
	});
