/**
 * What the protocol's conformance suite asks a server for: things that do nothing but show one feature each. They are offered by the
 * suite's own server here, and by no other.
 */
import type {
	Call,
	Capabilities,
	Content,
	Prompt,
	ResourceProvider,
	Tool,
	ToolAnswer,
} from "../../modules/mcp/tool-resource-prompt-types.ts";
import { inputTools, needsContext } from "./input-required-fixtures.ts";
import { sessionTools } from "./session-tool-fixtures.ts";

const PIXEL =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string): Content => ({ type: "text", text: words });
const image: Content = { type: "image", data: PIXEL, mimeType: "image/png" };
const embedded = (uri: string, words: string, mimeType = "text/plain") => ({
	type: "resource",
	resource: { uri, mimeType, text: words },
});

/** A tool that has no business of ours. */
export function fixture(
	name: string,
	run: (given: never, call: Call) => Promise<object> | object,
	input: object = { type: "object" },
): Tool {
	return {
		name,
		title: name,
		description: `Shows one feature of the protocol: ${name}.`,
		effect: "reads",
		idempotent: true,
		input,
		run: async (given, call) => (await run(given as never, call)) as ToolAnswer,
	};
}

const says = (...content: Content[]) => ({ content });

const tools: Tool[] = [
	fixture("test_simple_text", () =>
		says(text("This is a simple text response for testing.")),
	),
	fixture("test_image_content", () => says(image)),
	fixture("test_audio_content", () =>
		says({ type: "audio", data: SILENCE, mimeType: "audio/wav" }),
	),
	fixture("test_embedded_resource", () =>
		says(
			embedded(
				"test://embedded-resource",
				"This is an embedded resource content.",
			),
		),
	),
	fixture("test_multiple_content_types", () =>
		says(
			text("Multiple content types test:"),
			image,
			embedded(
				"test://mixed-content-resource",
				'{"test":"data","value":123}',
				"application/json",
			),
		),
	),
	fixture("test_error_handling", () => ({
		...says(text("This tool intentionally returns an error for testing")),
		isError: true,
	})),
	fixture("test_tool_with_progress", async (_, call) => {
		for (const done of [0, 50, 100])
			await call.progress(done, 100, `${done} of 100`);
		return says(text("It is done."));
	}),
	fixture(
		"json_schema_2020_12_tool",
		(given) => says(text(JSON.stringify(given))),
		{
			$schema: "https://json-schema.org/draft/2020-12/schema",
			type: "object",
			$defs: {
				address: {
					$anchor: "addressDef",
					type: "object",
					properties: { street: { type: "string" }, city: { type: "string" } },
				},
			},
			properties: {
				name: { type: "string" },
				address: { $ref: "#/$defs/address" },
				contactMethod: { type: "string", enum: ["phone", "email"] },
				phone: { type: "string" },
				email: { type: "string" },
			},
			allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
			if: {
				properties: { contactMethod: { const: "phone" } },
				required: ["contactMethod"],
			},
			// biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's own word.
			then: { required: ["phone"] },
			else: { required: ["email"] },
			additionalProperties: false,
		},
	),
	fixture("test_custom_headers", (given) => says(text(JSON.stringify(given))), {
		type: "object",
		properties: { region: { type: "string", "x-mcp-header": "Region" } },
	}),
];

const row = (uri: string, mimeType = "text/plain") => ({
	uri,
	name: uri,
	title: uri,
	description: "Shows one feature of the protocol.",
	mimeType,
});

const SHOWN: Record<string, { text?: string; blob?: string }> = {
	"test://static-text": {
		text: "This is the content of the static text resource.",
	},
	"test://static-binary": { blob: PIXEL },
	"test://watched-resource": { text: "Watched resource content" },
};

const resourceProvider: ResourceProvider = {
	list: async () =>
		Object.entries(SHOWN).map(([uri, { blob }]) =>
			row(uri, blob ? "image/png" : "text/plain"),
		),
	templates: [
		{
			...row("template"),
			uriTemplate: "test://template/{id}/data",
			mimeType: "application/json",
		} as ResourceProvider["templates"][number],
	],
	async read(uri) {
		const shown = SHOWN[uri];
		if (shown)
			return {
				uri,
				mimeType: shown.blob ? "image/png" : "text/plain",
				...shown,
			};
		const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
		const body = { id, templateTest: true, data: `Data for ID: ${id}` };
		return id === undefined
			? null
			: { uri, mimeType: "application/json", text: JSON.stringify(body) };
	},
};

const said = (...content: Content[]) =>
	content.map((one) => ({ role: "user" as const, content: one }));
const given = (name: string) => ({
	name,
	description: "A text.",
	required: true,
	complete: async () => ["paris", "park", "party"],
});
const prompt = (
	name: string,
	all: string[],
	write: Prompt["write"],
): Prompt => ({
	name,
	title: name,
	description: `Shows one feature of the protocol: ${name}.`,
	arguments: all.map(given),
	write,
});

const prompts: Prompt[] = [
	prompt("test_simple_prompt", [], async () =>
		said(text("This is a simple prompt for testing.")),
	),
	prompt("test_prompt_with_arguments", ["arg1", "arg2"], async (it) =>
		said(text(`Prompt with arguments: arg1='${it.arg1}', arg2='${it.arg2}'`)),
	),
	prompt("test_prompt_with_embedded_resource", ["resourceUri"], async (it) =>
		said(
			embedded(it.resourceUri ?? "", "Embedded resource content for testing."),
			text("Please process the embedded resource above."),
		),
	),
	prompt("test_prompt_with_image", [], async () =>
		said(image, text("Please analyze the image above.")),
	),
	prompt("test_input_required_result_prompt", [], needsContext),
];

export const FIXTURES: Capabilities = {
	logs: true,
	tools: [...tools, ...sessionTools(fixture), ...inputTools(fixture)],
	resourceProviders: [resourceProvider],
	prompts,
};
