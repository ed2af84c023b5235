/** The engine's messages in the reader's language. */
import type { EngineBundle } from "@treeline/verify/localize";
import { currentLanguage } from "./l10n.ts";

/** Loaded when first needed; null for English, which the engine itself speaks. */
export const engineBundle = async (): Promise<EngineBundle | null> =>
	currentLanguage() === "de"
		? (await import("@treeline/verify/german")).default
		: null;
