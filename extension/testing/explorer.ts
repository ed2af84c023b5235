/** The Test Explorer: pack → challenge → check. Challenges and checks are listed when their parent is expanded. */
import {
	type CheckRow,
	plannedRows,
	withoutPlace,
} from "@treeline/webview/verdict";
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import { rangeOf } from "../challenge/diagnostics.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Result, Results } from "../engine/results.ts";
import type { Verification } from "../engine/verification.ts";
import { showErrors } from "../user-error.ts";

/** What a test item stands for. The identifiers are `<pack>`, `<pack>/<challenge>` and `<pack>/<challenge>#<index of the check>`. */
type Node =
	| { kind: "pack"; slug: string }
	| { kind: "challenge"; key: ChallengeKey }
	| { kind: "check"; key: ChallengeKey; index: number };

export interface TestExplorerContext {
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	results: Results;
	verification: Verification;
	log: vscode.LogOutputChannel;
}

export function registerTestExplorer(
	context: TestExplorerContext,
): vscode.Disposable {
	const { catalog, workspace, results, verification, log } = context;
	const controller = vscode.tests.createTestController("treeline", "Treeline");
	const nodes = new WeakMap<vscode.TestItem, Node>();

	const createItem = (
		id: string,
		label: string,
		node: Node,
		order: number,
		uri?: vscode.Uri,
	) => {
		const item = controller.createTestItem(id, label, uri);
		item.sortText = String(order).padStart(5, "0");
		item.canResolveChildren = node.kind !== "check";
		nodes.set(item, node);
		return item;
	};
	const resolvePacks = async () => {
		const packs = await catalog.packs();
		controller.items.replace(
			packs.map(
				({ manifest: { slug, name } }, order) =>
					controller.items.get(slug) ??
					createItem(slug, name, { kind: "pack", slug }, order),
			),
		);
	};
	const resolvePack = async (item: vscode.TestItem, slug: string) => {
		if (item.children.size > 0) return;
		const { challenges } = await catalog.pack(slug);
		item.error = undefined;
		item.children.replace(
			challenges.map((challenge) => {
				const key = { pack: slug, challenge: challenge.slug };
				const folder = workspace.folderOf(slug, challenge.slug);
				const [file] = challenge.files;
				return createItem(
					keyText(key),
					`${challenge.order}. ${challenge.title}`,
					{ kind: "challenge", key },
					challenge.order,
					folder && file ? vscode.Uri.joinPath(folder, file.path) : undefined,
				);
			}),
		);
	};
	/** Lists the checks, with the places where the newest result found them. */
	const resolveChallenge = async (item: vscode.TestItem, key: ChallengeKey) => {
		const { assertions } = await catalog.challenge(key);
		item.error = undefined;
		const result = results.of(key);
		const rows = result?.verdict.rows ?? plannedRows(assertions);
		item.children.replace(
			rows.map((row, index) => {
				const { file, location, description } = row;
				const path = location?.file ?? file;
				const check = createItem(
					`${keyText(key)}#${index}`,
					// The list shows no code.
					stripBackticks(description),
					{ kind: "check", key, index },
					index,
					result && path ? vscode.Uri.joinPath(result.folder, path) : undefined,
				);
				if (location) check.range = rangeOf(location);
				else if (check.uri) check.range = new vscode.Range(0, 0, 0, 0);
				return check;
			}),
		);
	};
	const resolve = async (item: vscode.TestItem | undefined) => {
		if (!item) return resolvePacks();
		const node = nodes.get(item);
		if (node?.kind === "pack") return resolvePack(item, node.slug);
		if (node?.kind === "challenge") return resolveChallenge(item, node.key);
	};
	controller.resolveHandler = (item) =>
		resolve(item).catch((error) => {
			log.error(error);
			if (item)
				item.error = vscode.l10n.t(
					"The challenges could not be read; see the log.",
				);
		});

	/** The item of a challenge; its pack is resolved first. */
	const itemOf = async (key: ChallengeKey) => {
		await resolvePacks();
		const pack = controller.items.get(key.pack);
		if (pack) await resolvePack(pack, key.pack);
		return pack?.children.get(keyText(key)) ?? null;
	};
	/** The challenges of `items`: those of a pack, and the one of a check. Without `items`, all. */
	const challengesIn = async (
		items: readonly vscode.TestItem[] | undefined,
	): Promise<vscode.TestItem[]> => {
		if (!items) {
			await resolvePacks();
			return challengesIn([...controller.items].map(([, item]) => item));
		}
		const found = new Set<vscode.TestItem>();
		for (const item of items) {
			const node = nodes.get(item);
			if (node?.kind === "challenge") found.add(item);
			else if (node?.kind === "check" && item.parent) found.add(item.parent);
			else if (node?.kind === "pack") {
				await resolvePack(item, node.slug);
				for (const [, child] of item.children) found.add(child);
			}
		}
		return [...found];
	};
	/** Challenges, as `pack/challenge`, of which the Test Explorer shows a result. */
	const reported = new Set<string>();
	/** Reports a result as the outcome of a challenge and its checks. */
	const report = async (
		run: vscode.TestRun,
		item: vscode.TestItem,
		result: Result,
	) => {
		reported.add(keyText(result.key));
		await resolveChallenge(item, result.key);
		const { rows, faults, summary } = result.verdict;
		const { milliseconds } = result.check;
		rows.forEach((row, index) => {
			const check = item.children.get(`${item.id}#${index}`);
			if (!check) return;
			if (row.state === "passed") run.passed(check);
			else if (row.state === "open") run.failed(check, messageOf(row, result));
			else run.skipped(check);
		});
		// Otherwise the challenge is as its checks are, and not counted beside them.
		if (faults.length > 0)
			run.errored(item, syntaxMessages(result), milliseconds);
		run.appendOutput(`${item.label}: ${summary}\r\n`, undefined, item);
	};
	/** The challenges, as `pack/challenge`, whose next result a run that is not continuous reports. */
	const reporting = new Set<string>();
	const verifyAll = async (
		request: vscode.TestRunRequest,
		token: vscode.CancellationToken,
	) => {
		const run = controller.createTestRun(request);
		try {
			const excluded = new Set(
				await challengesIn(
					(request.exclude ?? []).filter(
						(item) => nodes.get(item)?.kind !== "check",
					),
				),
			);
			const items = (await challengesIn(request.include)).filter(
				(item) => !excluded.has(item),
			);
			for (const item of items) {
				const node = nodes.get(item);
				if (token.isCancellationRequested) break;
				if (node?.kind !== "challenge") continue;
				if ((await workspace.missing(node.key)).length > 0) {
					run.skipped(item);
					continue;
				}
				run.started(item);
				const id = keyText(node.key);
				reporting.add(id);
				try {
					const result = await verification
						.verify(node.key)
						.finally(() => reporting.delete(id));
					await report(run, item, result);
				} catch (error) {
					run.errored(item, new vscode.TestMessage(String(error)));
				}
			}
		} finally {
			run.end();
		}
	};
	/** The requests of continuous runs. */
	const continuous = new Set<vscode.TestRunRequest>();
	/** The requests for which a new result of a challenge is reported: continuous ones, else one of its own where an older result is shown. */
	const requestsFor = async (item: vscode.TestItem, key: ChallengeKey) => {
		const requests: vscode.TestRunRequest[] = [];
		for (const request of continuous) {
			const included = request.include && (await challengesIn(request.include));
			if (!included || included.includes(item)) requests.push(request);
		}
		return requests.length === 0 && reported.has(keyText(key))
			? [new vscode.TestRunRequest([item])]
			: requests;
	};
	/** Reports a new result that no run waits for, such as one of verification on save. */
	const reportResult = async (key: ChallengeKey) => {
		const item = await itemOf(key);
		if (!item) return;
		const requests = await requestsFor(item, key);
		const result = results.of(key);
		if (!result) return controller.invalidateTestResults(item);
		for (const request of requests) {
			const run = controller.createTestRun(request, undefined, false);
			await report(run, item, result).finally(() => run.end());
		}
	};
	const listening = results.onDidChange((key) => {
		const id = keyText(key);
		if (reporting.has(id) || (continuous.size === 0 && !reported.has(id)))
			return;
		void showErrors(log, () => reportResult(key));
	});
	// Packs were added or removed: what is listed is listed anew, except before the first time.
	const changing = catalog.onDidChange(() => {
		if (controller.items.size === 0) return;
		controller.items.replace([]);
		void showErrors(log, resolvePacks);
	});
	const profile = controller.createRunProfile(
		vscode.l10n.t("Verify"),
		vscode.TestRunProfileKind.Run,
		async (request, token) => {
			if (!request.continuous)
				return showErrors(log, () => verifyAll(request, token));
			continuous.add(request);
			token.onCancellationRequested(() => continuous.delete(request));
		},
		true,
		undefined,
		true,
	);
	return vscode.Disposable.from(controller, profile, listening, changing);
}

/** Why a check does not pass, at its place, with expected and actual where the near miss has both. */
export function messageOf(
	{
		message,
		location,
		nearMiss,
	}: Pick<CheckRow, "message" | "location" | "nearMiss">,
	{ folder }: Pick<Result, "folder">,
): vscode.TestMessage {
	// Beside the line a message is plain text.
	const text = message
		? stripBackticks(withoutPlace(message, location))
		: vscode.l10n.t("This check does not pass yet.");
	const testMessage =
		nearMiss?.expected && nearMiss.actual
			? vscode.TestMessage.diff(text, nearMiss.expected, nearMiss.actual)
			: new vscode.TestMessage(text);
	if (location)
		testMessage.location = new vscode.Location(
			vscode.Uri.joinPath(folder, location.file),
			rangeOf(location),
		);
	return testMessage;
}

const stripBackticks = (text: string): string => text.replaceAll("`", "");

const syntaxMessages = ({ folder, verdict }: Result): vscode.TestMessage[] =>
	verdict.faults.map((fault) => {
		const message = new vscode.TestMessage(fault.message);
		message.location = new vscode.Location(
			vscode.Uri.joinPath(folder, fault.file),
			rangeOf({ line: fault.startLine, column: fault.startColumn, ...fault }),
		);
		return message;
	});
