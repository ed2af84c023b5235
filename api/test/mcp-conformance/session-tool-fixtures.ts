/** Fixtures that speak with the client while they work, as only sessions can: they log, ask it something, or send it away for a while. */
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
	CreateMessageResultSchema,
	ElicitResultSchema,
	type ServerNotification,
	type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Call } from "../../modules/mcp/tool-resource-prompt-types.ts";
import type { fixture as Fixture } from "./fixtures.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
const extraOf = (call: Call) => call.protocol as Extra;
const says = (text: string) => ({ content: [{ type: "text", text }] });

const ONE_OF = ["option1", "option2", "option3"];
const TITLED = [1, 2, 3].map((n) => ({
	const: `value${n}`,
	title: `${["First", "Second", "Third"][n - 1]} Option`,
}));

export function sessionTools(fixture: typeof Fixture) {
	const elicits = (
		name: string,
		properties: Record<string, object>,
		required: string[] = [],
	) =>
		fixture(name, async ({ message = name }: { message?: string }, call) => {
			const { action, content = {} } = await extraOf(call).sendRequest(
				{
					method: "elicitation/create",
					params: {
						message,
						requestedSchema: {
							type: "object",
							properties: properties as never,
							required,
						},
					},
				},
				ElicitResultSchema,
			);
			return says(
				`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`,
			);
		});
	return [
		fixture("test_tool_with_logging", async (_, call) => {
			for (const data of ["started", "processing data", "completed"])
				await extraOf(call).sendNotification({
					method: "notifications/message",
					params: { level: "info", data: `Tool ${data}` },
				});
			return says("It is done.");
		}),
		fixture("test_sampling", async ({ prompt }: { prompt: string }, call) => {
			const { content } = await extraOf(call).sendRequest(
				{
					method: "sampling/createMessage",
					params: {
						messages: [
							{ role: "user", content: { type: "text", text: prompt } },
						],
						maxTokens: 100,
					},
				},
				CreateMessageResultSchema,
			);
			return says(
				`LLM response: ${content.type === "text" ? content.text : content.type}`,
			);
		}),
		elicits(
			"test_elicitation",
			{ response: { type: "string", description: "User's response" } },
			["response"],
		),
		elicits("test_elicitation_sep1034_defaults", {
			name: { type: "string", default: "John Doe" },
			age: { type: "integer", default: 30 },
			score: { type: "number", default: 95.5 },
			status: {
				type: "string",
				enum: ["active", "inactive", "pending"],
				default: "active",
			},
			verified: { type: "boolean", default: true },
		}),
		elicits("test_elicitation_sep1330_enums", {
			untitledSingle: { type: "string", enum: ONE_OF },
			titledSingle: { type: "string", oneOf: TITLED },
			legacyEnum: {
				type: "string",
				enum: ["opt1", "opt2", "opt3"],
				enumNames: ["Option One", "Option Two", "Option Three"],
			},
			untitledMulti: {
				type: "array",
				minItems: 1,
				maxItems: 3,
				items: { type: "string", enum: ONE_OF },
			},
			titledMulti: {
				type: "array",
				minItems: 1,
				maxItems: 3,
				items: { anyOf: TITLED },
			},
		}),
		fixture("test_reconnection", async (_, call) => {
			extraOf(call).closeSSEStream?.();
			return says("Reconnection test completed successfully");
		}),
	];
}
