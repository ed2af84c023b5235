/** Types of tools, resources and prompts, of a call and its caller. Every revision of the protocol answers from them. */
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import type { KeyHolder } from "../../server/admin-authentication.ts";
import { RPC, RpcError } from "../../server/json-rpc.ts";
import type { Scope } from "../../server/route-definition.ts";

/** A request of a client, as what is offered sees it. */
export interface Call {
	/** The HTTP request that it came by. */
	request: Request;
	/** Whose key it was made with. */
	holder: KeyHolder;
	/** Whose token it was made with; null for an administrator's key. */
	learner: CallingLearner | null;
	/** Aborted when the client takes the request back. */
	signal: AbortSignal;
	/** Sends a progress notification, when the client requested them. */
	progress(done: number, total: number, message: string): Promise<void>;
	/** The protocol's own context, for what only one revision has. */
	protocol: unknown;
}

/** A piece of what a tool or a prompt says. */
export type Content = { type: string } & Record<string, unknown>;

export interface ToolAnswer {
	[member: string]: unknown;
	content: Content[];
	structuredContent?: Record<string, unknown>;
	isError?: boolean;
}

export interface Restricted {
	/** The administrators' keys that see it; all by default. */
	isVisible?(holder: KeyHolder): boolean;
	/** The scope that a learner's token needs to see it; without one, no token sees it. */
	scope?: Scope;
}

/** The learner whose model calls, and what their token allows. */
export interface CallingLearner {
	_id: string;
	scopes: readonly Scope[];
}

/** What a tool does to what there is. */
export type Effect = "reads" | "adds" | "changes" | "destroys";

export interface Tool extends Restricted {
	name: string;
	title: string;
	/** What it does and when to use it, for the model. */
	description: string;
	effect: Effect;
	/** Whether to call it twice is to call it once. */
	idempotent: boolean;
	input: object;
	output?: TObject;
	run(input: unknown, call: Call): Promise<ToolAnswer>;
}

/** The arguments of a tool that lists, for a page of the rows. */
export const pageInput = {
	limit: Type.Optional(
		Type.Integer({ minimum: 1, maximum: 100, description: "50 by default" }),
	),
	offset: Type.Optional(
		Type.Integer({
			minimum: 0,
			maximum: 2_147_483_647,
			description: "Rows to leave out; 0 by default",
		}),
	),
};

/** Beside a page of rows, in a tool's output. */
export const total = Type.Integer({ description: "How many there are in all" });

export interface ResourceRow {
	uri: string;
	name: string;
	title: string;
	description: string;
	mimeType: string;
}

type ResourceTemplate = Omit<ResourceRow, "uri"> & {
	uriTemplate: string;
};

export interface ResourceContents {
	uri: string;
	mimeType: string;
	text?: string;
	/** Base64. */
	blob?: string;
}

/** Resources of one kind. */
export interface ResourceProvider extends Restricted {
	list(call: Call): Promise<ResourceRow[]>;
	templates: ResourceTemplate[];
	/** Null = this provider does not have it. */
	read(uri: string, call: Call): Promise<ResourceContents | null>;
	/** What a variable of a template may be, for what is typed so far; `chosen` are the variables before it. */
	complete?: Record<string, Completion>;
}

export type Completion = (
	typed: string,
	chosen: Record<string, string>,
	call: Call,
) => Promise<string[]>;

export interface PromptMessage {
	role: "user" | "assistant";
	content: Content;
}

/** What has to be known of the client first, in the revision that answers so. */
export interface InputRequired {
	[member: string]: unknown;
	resultType: "input_required";
}

export interface Prompt extends Restricted {
	name: string;
	title: string;
	description: string;
	arguments: {
		name: string;
		description: string;
		required: boolean;
		/** What it may be; any text that is not empty by default. */
		schema?: TSchema;
		complete?: Completion;
	}[];
	write(
		given: Record<string, string>,
		call: Call,
	): Promise<PromptMessage[] | InputRequired>;
}

const SomeText = Type.String({ minLength: 1 });

/** Throws `invalidParams` when `given` does not fit the prompt's arguments. */
export function refuseArguments(
	{ name, arguments: all }: Prompt,
	given: Record<string, unknown>,
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

export interface Capabilities {
	/** Whether any of it sends log messages: only then the capability is declared. */
	logs?: true;
	tools: Tool[];
	resourceProviders: ResourceProvider[];
	prompts: Prompt[];
}

export type Caller = Pick<Call, "request" | "holder" | "learner">;

/** Both SDKs' own shape of who is authorized. */
export interface AuthInfo {
	token: string;
	clientId: string;
	scopes: string[];
	extra?: Record<string, unknown>;
}
