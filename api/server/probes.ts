/** The addresses of the health probes: three bases that answer alike (contract, section 8). */

export const PROBE_BASES = [
	"/api/health",
	"/api/v1/health",
	"/health",
] as const;

const PROBE =
	/^[^/]*\/\/[^/]*(\/api(\/v1)?)?\/health(\/(live|ready|startup))?(\?|$)/;

/** Whether a probe asks: it is answered whatever else is refused. */
export const isProbe = (request: Request): boolean => PROBE.test(request.url);
