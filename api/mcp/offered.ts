/** All that clients are offered, as a list. */
import type { Vitals } from "../health/vitals.ts";
import type { Platform } from "./platform.ts";
import type { Surface } from "./surface.ts";
import { packTools } from "./tools/packs.ts";
import { serviceTools } from "./tools/service.ts";

export interface Offering {
	platform: Platform;
	vitals: Vitals;
}

export const offered = ({ platform, vitals }: Offering): Surface => ({
	tools: [...packTools(platform), ...serviceTools(vitals)],
	shelves: [],
	prompts: [],
});
