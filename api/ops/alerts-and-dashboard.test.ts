/** What is shipped for operators: alert rules for every threshold of the specification, and a dashboard, both of series that there are. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETTINGS } from "../config/environment-variables.ts";
import { readConfig } from "../config.ts";
import { serviceForFile } from "../test/harness.ts";
import { exposition } from "../test/prometheus-metrics.ts";
import { promtool } from "../test/promtool.ts";
import dashboard from "./dashboard.json" with { type: "json" };
import { withTable } from "./environment-variables-table.ts";

const OPS = import.meta.dir;

/** Specification, "operational alert thresholds". */
const THRESHOLDS = [
	"http_errors_5xx_rate",
	"health_check_failed",
	"circuit_breaker_state",
	"database_connection_errors",
	"rate_limit_hits",
	"http_latency_p99",
	"cache_miss_ratio",
	"llm_latency_p95",
];

interface Rule {
	alert: string;
	expr: string;
	labels: { severity: string; threshold: string };
	annotations: { summary: string; description: string };
}

const scratch = mkdtempSync(join(tmpdir(), "treeline-ops-"));
const service = await serviceForFile();
let rules: Rule[];
beforeAll(async () => {
	const text = await Bun.file(join(OPS, "alerts.yml")).text();
	const { groups } = Bun.YAML.parse(text) as { groups: { rules: Rule[] }[] };
	rules = groups.flatMap((group) => group.rules);
});
afterAll(async () => {
	rmSync(scratch, { recursive: true });
});

const queries = dashboard.panels.flatMap((panel) =>
	("targets" in panel ? (panel.targets ?? []) : []).map(({ expr }) => expr),
);

/** The series that a query names: what is left when what stands in its brackets and its own words are taken out. */
function namedIn(query: string): string[] {
	const bare = query
		.replaceAll(/"[^"]*"/g, "")
		.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, "")
		.replaceAll(/\b(by|without)\s*\([^)]*\)/g, "")
		.replaceAll(/\b[a-z0-9_]+\s*(?=\()/g, "");
	return (bare.match(/[a-zA-Z_:][\w:]*/g) ?? []).filter(
		// Prometheus itself makes `up`.
		(word) => !["or", "and", "unless", "up"].includes(word),
	);
}

test("the series of a query are found", () => {
	expect(
		namedIn(
			'60 * sum by (le, job) (rate(a_bucket{b="c(d)"}[5m])) / topk(3, e) or up{x="y"} == 0',
		),
	).toEqual(["a_bucket", "e"]);
});

test("each threshold of the specification has one rule, and no rule has none", () => {
	expect(rules.map(({ labels }) => labels.threshold).sort()).toEqual(
		THRESHOLDS.toSorted(),
	);
});

test("each rule tells an operator what to do", () => {
	for (const { alert, labels, annotations } of rules) {
		expect(["warning", "critical"], alert).toContain(labels.severity);
		expect(annotations.summary.length, alert).toBeGreaterThan(10);
		expect(annotations.description.length, alert).toBeGreaterThan(60);
	}
});

describe("Prometheus's own judge", () => {
	const passes = async (...args: string[]) => {
		const { said, code } = await promtool(args);
		expect(code, said).toBe(0);
		return said;
	};

	test("takes the rules", async () => {
		expect(await passes("check", "rules", join(OPS, "alerts.yml"))).toContain(
			`${THRESHOLDS.length} rules found`,
		);
	});

	test("finds that each alerts above its threshold and not below", async () => {
		const file = join(OPS, "alerts.test.yml");
		expect(await passes("test", "rules", file)).toContain("SUCCESS");
		const text = await Bun.file(file).text();
		for (const { alert } of rules)
			expect(text).toContain(`alertname: ${alert}`);
	});

	test("takes the sample of a configuration", () =>
		passes("check", "config", "--syntax-only", join(OPS, "prometheus.yml")));

	test("takes every query of the dashboard", async () => {
		const file = join(scratch, "queries.json");
		const filled = queries.map((query, index) => ({
			record: `query:${index}`,
			expr: query.replaceAll("$__rate_interval", "1m"),
		}));
		writeFileSync(
			file,
			JSON.stringify({ groups: [{ name: "dashboard", rules: filled }] }),
		);
		expect(await passes("check", "rules", file)).toContain(
			`${queries.length} rules found`,
		);
	});
});

test("every series that a rule or the dashboard names is one that there is, with the labels that it goes by", async () => {
	const text = await exposition(service.front);
	const there = new Set<string>();
	for (const [, name = "", kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
		for (const suffix of kind === "histogram"
			? ["_bucket", "_sum", "_count"]
			: [""])
			there.add(name + suffix);
	const named = [...rules.map(({ expr }) => expr), ...queries].flatMap(namedIn);
	expect(named.length).toBeGreaterThan(30);
	expect([...new Set(named)].filter((name) => !there.has(name))).toEqual([]);
});

test("the sample of a deployment starts what there is, and gives it the time to stop", async () => {
	const unit = await Bun.file(join(OPS, "treeline.service")).text();
	const setting = (name: string) =>
		new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
	const [program, script = ""] = setting("ExecStart").split(" ");
	expect(program).toBe("/usr/bin/node");
	expect(existsSync(join(OPS, "../..", script)), script).toBe(true);
	expect(Number(setting("TimeoutStopSec")) * 1000).toBeGreaterThan(
		readConfig({}).shutdownGraceMs,
	);
});

test("the nightly backup runs as the service does, and its command exists", async () => {
	const [service = "", backup = ""] = await Promise.all(
		["treeline.service", "treeline-backup.service"].map((name) =>
			Bun.file(join(OPS, name)).text(),
		),
	);
	for (const name of ["User", "WorkingDirectory", "Environment", "PrivateTmp"])
		expect(valuesOf(backup, name), name).toEqual(valuesOf(service, name));
	expect(valuesOf(backup, "JoinsNamespaceOf")).toEqual(["treeline.service"]);
	const [, script = ""] = /npm run -s (\w+) --/.exec(backup) ?? [];
	const { scripts } = await Bun.file(join(OPS, "../../package.json")).json();
	expect(Object.keys(scripts)).toContain(script);
});

const valuesOf = (unit: string, name: string) =>
	[...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(
		([, value]) => value,
	);

test("the dashboard shows what the rules judge by", () => {
	const shown = new Set(queries.flatMap(namedIn));
	const judged = rules.flatMap(({ expr }) => namedIn(expr));
	expect(judged.filter((name) => !shown.has(name))).toEqual([]);
});

test("the dashboard's panels have names and places of their own", () => {
	const { panels } = dashboard;
	expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
	expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
	for (const { gridPos } of panels)
		expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

/** Tables without what a formatter puts between their columns. */
const unpadded = (markdown: string) =>
	markdown.replaceAll(/ +\|/g, " |").replaceAll(/-{3,}/g, "---");

describe("settings", () => {
	test("stand in the README as they are read; `bun api/ops/environment-variables-table.ts` writes them anew", async () => {
		const readme = await Bun.file(join(OPS, "README.md")).text();
		expect(unpadded(readme)).toBe(unpadded(withTable(readme)));
	});

	test("are all read", () => {
		const asked = new Set<string>();
		const env = new Proxy(
			{ DB_HOST: "db.example", DB_NAME: "t", DB_USER: "t", LLM_MODEL: "m" },
			{
				get(given, name: string) {
					asked.add(name);
					return Reflect.get(given, name);
				},
			},
		);
		expect(() => readConfig(env)).toThrow("ADMIN_SECRET is missing");
		expect(asked).toEqual(new Set(Object.keys(SETTINGS)));
	});
});
