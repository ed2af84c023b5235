/** Who may read the front's answers from other sites: what is public anyone, what a user sees the listed origins (contract, section 1). */
import { PUBLIC_PATHS } from "../modules/content/public-routes.ts";
import { cors, corsRule } from "./cors.ts";
import { USER_PATHS } from "./forward.ts";

/** @param origins which may call users' routes, with their session */
export const crossing = (origins: readonly string[]) =>
	cors([corsRule(USER_PATHS, origins), corsRule(PUBLIC_PATHS, "*")]);
