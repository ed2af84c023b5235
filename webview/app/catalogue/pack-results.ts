import type { PackSummary } from "@treeline/api/client-types";
import { useRef } from "preact/hooks";
import type { Host } from "../../host/host.ts";
import { type PackList, pageOf } from "../../host/pack-list.ts";
import { useApp } from "../app.ts";
import type { Entry, Load } from "../data-cache.ts";
import { useEntry, useSignalValue } from "../screen-hooks.ts";
import type { CatalogueQuery, PackState } from "./catalogue-query.ts";

export interface PackResults {
	load: Load<PackList>;
	/** Whether `load` still has the packs of the query before. */
	pending: boolean;
	retry(): void;
}

/**
 * The packs of `query`; while they load, those of the query before. The service filters and pages, except by progress, which this
 * browser may know better: for that, all packs are read.
 */
export function usePackResults(query: CatalogueQuery): PackResults {
	const { cache, host } = useApp();
	const { state, page, ...filter } = query;
	const entry: Entry<PackSummary[] | PackList> = state
		? cache.packs(filter)
		: cache.packList({ ...filter, page });
	useSignalValue(host.progress);
	const loaded = useEntry(entry);
	const load: Load<PackList> =
		loaded.state !== "ready"
			? loaded
			: { state: "ready", value: listOf(loaded.value) };
	function listOf(value: PackSummary[] | PackList): PackList {
		if (!Array.isArray(value)) return value;
		const begun = host.progress.packsBegun();
		const found = value.filter((pack) => stateOf(host, pack, begun) === state);
		return pageOf(found, page, value);
	}
	const shown = useRef(load);
	const pending = load.state === "loading" && shown.current.state === "ready";
	if (!pending) shown.current = load;
	return { load: shown.current, pending, retry: () => void entry.refresh() };
}

/** Challenges of a pack that are passed, by whichever of service and browser knows of more. */
export function passedCount({ progress }: Host, pack: PackSummary): number {
	return Math.min(
		pack.challengeCount,
		Math.max(pack.passedCount ?? 0, progress.passedIn(pack.slug).size),
	);
}

function stateOf(
	host: Host,
	pack: PackSummary,
	begun: ReadonlySet<string>,
): PackState {
	const passed = passedCount(host, pack);
	if (passed > 0 && passed === pack.challengeCount) return "completed";
	return passed > 0 || begun.has(pack.slug) ? "in-progress" : "not-started";
}
