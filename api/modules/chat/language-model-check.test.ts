/** What the overview tells administrators of the chat's language model. */
import { afterAll, expect, test } from "bun:test";
import { serviceForFile } from "../../test/harness.ts";
import { startLlm } from "../../test/llm-provider.ts";
import { admin } from "../../test/moderation-client.ts";

const llm = startLlm();
const service = await serviceForFile({});
afterAll(() => llm.stop());

/** What the overview of a service with these settings says of the model. */
async function stateWith(settings: Record<string, string>) {
	const own = await service.another(settings);
	const { body } = await admin(own, "GET", "/overview");
	return body.data.languageModel;
}

test("tells whether the chat is set up, and whether the provider answers and takes the key", async () => {
	const model = llm.settings.LLM_MODEL;
	const { body } = await admin(service, "GET", "/overview");
	expect(body.data.languageModel).toEqual({
		...{ state: "unset", model: null, fault: null },
	});
	expect(await stateWith(llm.settings)).toEqual({
		...{ state: "reachable", model, fault: null },
	});
	expect(await stateWith({ ...llm.settings, LLM_API_KEY: "wrong" })).toEqual({
		...{ state: "key_refused", model, fault: "401" },
	});
	llm.fault = "500";
	expect(await stateWith(llm.settings)).toEqual({
		...{ state: "failing", model, fault: "500" },
	});
	const closed = { ...llm.settings, LLM_BASE_URL: "http://127.0.0.1:9/v1" };
	expect(await stateWith(closed)).toMatchObject({
		...{ state: "unreachable", model, fault: expect.any(String) },
	});
	expect(llm.asked).toEqual([]);
});
