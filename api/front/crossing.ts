/** Who may read the front's answers from other sites: what is public anyone, what a user sees the listed origins (contract, section 1). */
import { PUBLIC_PATHS } from "../content/public.ts";
import { cors, corsRule } from "../http/cors.ts";
import { USER_PATHS } from "./proxy.ts";

/** @param origins which may call users' routes, with their session */
export const crossing = (origins: readonly string[]) =>
	cors([corsRule(USER_PATHS, origins), corsRule(PUBLIC_PATHS, "*")]);
