import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Host } from "../host/host.ts";
import type { DataCache } from "./data-cache.ts";
import type { Router } from "./router.ts";
import type { Theme } from "./theme/theme.ts";

/** Context of every screen. */
export interface App {
	host: Host;
	router: Router;
	cache: DataCache;
	theme: Theme;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
	const app = useContext(AppContext);
	if (!app) throw new Error("a screen is rendered outside AppContext.Provider");
	return app;
}
