import type { ProviderSeries } from "../../metrics/provider.ts";
import { LlmFailure } from "./failure.ts";
import type { Llm } from "./language-model.ts";

/** `llm`, whose every call is told to `series`. */
export const measured = (llm: Llm, series: ProviderSeries): Llm => ({
	model: llm.model,
	async reply(...asked) {
		const began = performance.now();
		const seconds = () => (performance.now() - began) / 1000;
		try {
			const reply = await llm.reply(...asked);
			series.asked("answered", seconds());
			series.tokens(reply.tokensUsed ?? 0);
			return reply;
		} catch (error) {
			series.asked(outcomeOf(error), seconds());
			throw error;
		}
	},
});

/** What is no failure is the visitor's leaving. */
function outcomeOf(error: unknown): "failed" | "timeout" | "left" {
	if (!(error instanceof LlmFailure)) return "left";
	return error.code === "llm_timeout" ? "timeout" : "failed";
}
