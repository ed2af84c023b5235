/** Schemas of the probes' bodies, exactly as the specification words them. */
import { Type } from "@sinclair/typebox";

const checks = Type.Record(
	Type.String(),
	Type.Union([Type.Literal("ok"), Type.Literal("error")]),
);

export const Liveness = Type.Object({ status: Type.Literal("ok") });

/** Ready; or degraded, when something that most answers do without does not work. */
export const Ready = Type.Object({
	status: Type.Union([Type.Literal("ready"), Type.Literal("degraded")]),
	checks,
});

/** Not to be sent requests: degraded without the database, unhealthy without another critical part or when it is about to stop, or still starting. */
export const Unready = Type.Object({
	status: Type.Union([
		Type.Literal("degraded"),
		Type.Literal("unhealthy"),
		Type.Literal("starting"),
	]),
	checks: Type.Optional(checks),
});

export const Started = Type.Object({
	status: Type.Literal("started"),
	/** In seconds. */
	uptime: Type.Number(),
	version: Type.String(),
	environment: Type.String(),
});

export const Starting = Type.Object({ status: Type.Literal("starting") });
