/**
 * The plans that a service's statements really run by, as the server tells them in its log: those of the statements that the program
 * sends, with what the driver makes of them, and of what the database asks itself to hold a foreign key.
 */
import { statSync } from "node:fs";
import type { Service } from "./harness.ts";

/** A node of a plan; of the numbers those that a test asks for. */
export interface PlanNode {
	"Node Type": string;
	"Relation Name"?: string;
	"Actual Rows": number;
	"Actual Loops": number;
	"Shared Hit Blocks": number;
	"Shared Read Blocks": number;
	Plans?: PlanNode[];
}

export interface Plan {
	/** The statement. */
	text: string;
	root: PlanNode;
}

/** From now on the service has the server tell its plans; `work` answers with those of what it made the service ask. */
export async function openPlans({ sql, log, kill, restart }: Service) {
	const [{ name } = { name: "" }] = await sql<{ name: string }[]>`
		SELECT current_database() AS name`;
	const set = (setting: string) =>
		sql.unsafe(`ALTER DATABASE ${name} SET ${setting}`);
	await set("session_preload_libraries = auto_explain");
	for (const [setting, value] of Object.entries(SETTINGS))
		await set(`auto_explain.${setting} = ${value}`);
	// Connections that stand already would not know of it.
	await kill();
	await restart();
	return async (work: () => Promise<unknown>): Promise<Plan[]> => {
		const before = statSync(log).size;
		await work();
		// A plan is told before the statement's answer is.
		return plansIn(await Bun.file(log).slice(before).text());
	};
}

const SETTINGS = {
	log_min_duration: "0",
	log_analyze: "on",
	log_buffers: "on",
	// Asked of the clock for each row, it would cost more than the statements.
	log_timing: "off",
	log_format: "json",
	log_nested_statements: "on",
};

const plansIn = (log: string): Plan[] =>
	[...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, told = ""]) => {
		const { "Query Text": text, Plan: root } = JSON.parse(told);
		return { text, root };
	});

/** A plan's nodes, the root first. */
export const nodesOf = (node: PlanNode): PlanNode[] => [
	node,
	...(node.Plans ?? []).flatMap(nodesOf),
];

/** Blocks of 8 kB that the statements looked at, in memory or on disk. */
export const buffersOf = (plans: Plan[]): number =>
	plans.reduce(
		(sum, { root }) =>
			sum + root["Shared Hit Blocks"] + root["Shared Read Blocks"],
		0,
	);
