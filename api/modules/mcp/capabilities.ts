/** The shapes of tools, resources and prompts, each declared once as data, and of the caller. Every revision of the protocol answers from them. */
import {
	type Static,
	type TObject,
	type TProperties,
	type TSchema,
	Type,
} from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import type { KeyHolder } from "../../server/admin.ts";
import { ApiError } from "../../server/errors.ts";

/** A request of a client, as what is offered sees it. */
export interface Call {
	/** The HTTP request that it came by. */
	request: Request;
	/** Whose key it was made with. */
	holder: KeyHolder;
	/** Aborted when the client takes the request back. */
	signal: AbortSignal;
	/** Sends a progress notification, when the client asked for them. */
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

/** What only some keys may see; everything else, all may. */
export interface Restricted {
	isVisible?(holder: KeyHolder): boolean;
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

interface Declared<Input extends TProperties, Output extends TObject>
	extends Pick<Tool, "name" | "title" | "description" | "isVisible"> {
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
	return {
		idempotent: effect === "reads",
		...rest,
		effect,
		input: shape,
		async run(input, call) {
			const faults = shapeFaults(shape, input);
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

export interface ResourceRow {
	uri: string;
	name: string;
	title: string;
	description: string;
	mimeType: string;
}

export type ResourceTemplate = Omit<ResourceRow, "uri"> & {
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

export interface Capabilities {
	/** Whether any of it sends log messages: only then the capability is declared. */
	logs?: true;
	tools: Tool[];
	resourceProviders: ResourceProvider[];
	prompts: Prompt[];
}

export interface Caller {
	request: Request;
	holder: KeyHolder;
}

/** Both SDKs' own shape of who is authorized. */
export interface AuthInfo {
	token: string;
	clientId: string;
	scopes: string[];
	extra?: Record<string, unknown>;
}

export const authInfoOf = (caller: Caller): AuthInfo => ({
	// Checked already, and nothing that a handler should see.
	token: "",
	clientId: caller.holder.fingerprint,
	scopes: [],
	extra: { caller },
});

export const callerOf = (authInfo: AuthInfo | undefined): Caller =>
	authInfo?.extra?.caller as Caller;
