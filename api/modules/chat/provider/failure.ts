/** A provider that did not do its part: what the visitor is told, without a word of the provider's, and what the log is told. */
import { ApiError } from "../../../server/errors.ts";

export class LlmFailure extends ApiError {
	override name = "LlmFailure";
	/**
	 * @param reason how it failed, for the log
	 * @param ailing whether the provider seems unwell, and is better left alone; not so when it answered and only refused
	 */
	constructor(
		code: "llm_unavailable" | "llm_timeout",
		detail: string,
		readonly reason: string,
		readonly ailing: boolean,
	) {
		super(code, detail);
	}
}

const KEPT = "What you said is kept; send it again in a minute.";

/** It cannot be reached, broke off, or answered what is no answer. */
export const broken = (reason: string) =>
	new LlmFailure(
		"llm_unavailable",
		`The language model could not be reached, or broke off. ${KEPT}`,
		reason,
		true,
	);

/** It answers, and not with a reply. */
export const declined = (reason: string) =>
	new LlmFailure(
		"llm_unavailable",
		`The language model gave no reply to this. ${KEPT}`,
		reason,
		false,
	);

export const tooSlow = (reason: string) =>
	new LlmFailure(
		"llm_timeout",
		`The language model took too long. ${KEPT}`,
		reason,
		true,
	);
