/** Many content items at once: batches of changes, export and import as lines of JSON (contract, section 7). */
import { Type } from "@sinclair/typebox";
import type { Fault } from "@treeline/packs/format";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import { encoded } from "../../server/conditional-requests.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { IDEMPOTENCY_KEY } from "../../server/idempotency-key.ts";
import {
	jsonTextOf,
	validate,
} from "../../server/read-and-validate-request.ts";
import {
	extendTimeout,
	requestId,
	signalOf,
	timeout,
} from "../../server/request-context-address-and-deadline.ts";
import { routes } from "../../server/route-definition.ts";
import { NOTHING, respond } from "./admin-routes.ts";
import {
	BatchQuery,
	ContentBatch,
	ContentBatchResult,
	ContentImportResult,
	ContentLine,
	ExportQuery,
	ImportQuery,
} from "./api-schemas.ts";
import { type Operation, openBatches } from "./batch-commands.ts";
import { IDEMPOTENT_ERRORS, keyedBy } from "./idempotent-changes.ts";
import type { ContentListeners } from "./item-commands.ts";
import { dataText } from "./lossless-json.ts";
import { exportItems } from "./queries.ts";
import { openImports } from "./transfer/import-items.ts";
import { lineText } from "./transfer/parse-line.ts";

const NDJSON = "application/x-ndjson";
/** Items that are read at a time. */
const EXPORT_COUNT = 200;
/** Of one process: each has a connection to the database for as long as its client reads. */
const MAX_EXPORTS = 2;
/** In milliseconds, of an import. */
const IMPORT_TIMEOUT_MS = 10 * 60_000;
/** In bytes, of an import. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

export const bulkContent = (
	sql: Sql,
	listeners: ContentListeners,
	keys: AdminKeys,
) => {
	const runBatch = openBatches(sql, listeners);
	const importItems = openImports(sql, listeners);
	const author = (request: Request) => ({
		by: keys.holder(request).fingerprint,
		requestId: requestId(request),
	});

	return routes("/api/v1/admin/content", "Content")
		.post(
			"/batch",
			async ({ body, query: { partial = false }, request }) => {
				const { by } = author(request);
				const keyed = keyedBy(request, by, "POST batch", body);
				const operations = operationsOf(body, jsonTextOf(request));
				const command = { ...author(request), keyed };
				return respond(await runBatch(command, operations, partial));
			},
			{
				...validate({
					guards: [keys.change],
					query: BatchQuery,
					body: ContentBatch,
					errors: ["batch_refused", ...IDEMPOTENT_ERRORS],
					successHeaders: ["Idempotency-Replayed"],
				}),
				response: { 200: Type.Object({ data: ContentBatchResult }) },
				detail: {
					operationId: "changeContentBatch",
					parameters: [IDEMPOTENCY_KEY],
					summary: "Make several changes in one transaction",
					description:
						"In their order. When one is refused, nothing is stored, and `errors` names each that is; with `partial` the others are made. An item may be changed once in a batch.",
				},
			},
		)
		.get(
			"/export",
			async ({ query: { type = null }, request }) => {
				if (exports >= MAX_EXPORTS) throw tooManyExports();
				const lines = exportLines(sql, type);
				const end = () => void lines.return(undefined).catch(() => {});
				const signal = signalOf(request);
				if (signal.aborted) end();
				else signal.addEventListener("abort", end);
				// Read before the response begins: a database that fails still has its own status.
				const first = await lines.next();
				extendTimeout(request, 0);
				return new Response(streamOf(first, lines), {
					headers: { "content-type": NDJSON, "cache-control": "no-store" },
				}) as never;
			},
			{
				...validate({
					guards: [keys.read],
					query: ExportQuery,
					errors: ["overloaded"],
				}),
				response: {
					200: Type.String({
						contentMediaType: NDJSON,
						description:
							"Items that are not deleted, each a line of JSON, in the order of their types and slugs.",
					}),
				},
				detail: {
					operationId: "exportContent",
					summary: "Export content as lines of JSON",
					description:
						"As it is at one moment. An import of the lines makes the same items, byte for byte; ids, versions and history are not part of it.",
				},
			},
		)
		.post(
			"/import",
			async ({ query: { dryRun = false }, request }) => {
				refuseOtherTypes(request);
				const body = limited(request.body ?? []);
				const data = await importItems(author(request), body, dryRun);
				return { data };
			},
			{
				...validate({
					guards: [keys.change, timeout(IMPORT_TIMEOUT_MS)],
					query: ImportQuery,
					errors: [
						"unsupported_media_type",
						"payload_too_large",
						"slug_conflict",
						"overloaded",
					],
				}),
				response: { 200: Type.Object({ data: ContentImportResult }) },
				detail: {
					operationId: "importContent",
					summary: "Import content from lines of JSON",
					description:
						"Creates and changes items, found by type and slug, in one transaction; items that no line names stay as they are. `errors` name lines. With `dryRun` all is tried and nothing is stored.",
					requestBody: {
						required: true,
						content: { [NDJSON]: { schema: ContentLine as never } },
					},
				},
			},
		);
};

/** Ended when nobody reads on. */
const streamOf = (
	first: IteratorResult<Uint8Array>,
	parts: AsyncGenerator<Uint8Array>,
) => {
	let next: IteratorResult<Uint8Array> | null = first;
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = next ?? (await parts.next());
				next = null;
				if (done) controller.close();
				else controller.enqueue(value);
			},
			async cancel() {
				await parts.return(undefined);
			},
		},
		{ highWaterMark: 0 },
	);
};

/** That this process reads now. */
let exports = 0;

async function* exportLines(
	sql: Sql,
	type: string | null,
): AsyncGenerator<Uint8Array> {
	exports++;
	try {
		for await (const items of exportItems(sql, type, EXPORT_COUNT))
			yield encoded(items.map(lineText).join(""));
	} finally {
		exports--;
	}
}

const tooManyExports = () =>
	new ApiError(
		"overloaded",
		`${MAX_EXPORTS} exports are being read already. Try again when one has ended.`,
	);

function refuseOtherTypes({ headers }: Request): void {
	const type = headers.get("content-type") ?? "";
	const encoding = headers.get("content-encoding") ?? "identity";
	if (
		/^application\/(x-)?(ndjson|jsonl)\s*(;|$)/i.test(type) &&
		encoding === "identity"
	)
		return;
	throw new ApiError(
		"unsupported_media_type",
		`Send one item on each line, with the header Content-Type: ${NDJSON}, and without Content-Encoding.`,
		[],
		{ "accept-post": NDJSON },
	);
}

async function* limited(
	body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	let size = 0;
	for await (const part of body) {
		size += part.length;
		if (size > IMPORT_LIMIT)
			throw new ApiError(
				"payload_too_large",
				`The body is larger than ${IMPORT_LIMIT} bytes; split it into several imports.`,
			);
		yield part;
	}
}

/** The operations with their `data` as it was written. Throws `validation_failed` for one item that is changed twice, too. */
function operationsOf(body: ContentBatch, document: string): Operation[] {
	const faults: Fault[] = [];
	const ids = new Set<string>();
	const root = parseTree(document);
	const lists = root?.children?.filter(
		({ children }) => children?.[0]?.value === "operations",
	);
	// Of members with one name, each reader of JSON may take another.
	if (lists && lists.length > 1) refuse([OPERATIONS_TWICE]);
	const operations = body.operations.map((given, at): Operation => {
		const pointer = `#/operations/${at}`;
		if (given.op !== "create") {
			const id = given.id.toLowerCase();
			if (ids.has(id)) faults.push(twice(pointer));
			ids.add(id);
		}
		const node = root && findNodeAtLocation(root, ["operations", at]);
		const operation = operationOf(given, () =>
			writtenData(node, document, pointer),
		);
		if (operation.op === "update" && isEmpty(operation.change))
			faults.push({ ...NOTHING, pointer });
		return operation;
	});
	refuse(faults);
	return operations;
}

const OPERATIONS_TWICE: Fault = {
	pointer: "#/operations",
	code: "duplicate",
	detail: "`operations` is there twice; send one list",
};

const isEmpty = (value: object) => Object.keys(value).length === 0;

function operationOf(
	given: ContentBatch["operations"][number],
	data: () => string,
): Operation {
	const { changeSummary: summary } = given;
	switch (given.op) {
		case "create": {
			const { op, changeSummary: _, ...item } = given;
			return { op, summary, item: { ...item, data: data() } };
		}
		case "update": {
			const { op, id, expectedVersion, changeSummary: _, ...change } = given;
			const written = change.data && { data: data() };
			const of = { id, expectedVersion };
			return { op, summary, ...of, change: { ...change, ...written } as never };
		}
		case "delete": {
			const { op, id, expectedVersion, hard = false } = given;
			return { op, summary, id, expectedVersion, hard };
		}
		case "restore": {
			const { op, id, expectedVersion, version } = given;
			return { op, summary, id, expectedVersion, version };
		}
	}
}

function writtenData(
	node: Node | undefined,
	document: string,
	pointer: string,
): string {
	const { offset = 0, length = 0 } = node ?? {};
	try {
		return dataText(document.slice(offset, offset + length)) ?? "{}";
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const faults = error.faults.map((fault) => ({
			...fault,
			pointer: `${pointer}${fault.pointer.slice(1)}`,
		}));
		throw new ApiError(error.code, error.detail, faults);
	}
}

const twice = (pointer: string): Fault => ({
	pointer: `${pointer}/id`,
	code: "duplicate",
	detail:
		"this item is changed by an earlier operation of the batch; make both changes in one",
});
