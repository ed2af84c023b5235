/** Requests for a route as its description has them: some that it must take, and some that it must refuse. */
import fc from "fast-check";
import { ADMIN_SECRET } from "../harness.ts";
import type { Asked } from "./client.ts";
import type { Described, Json, Operation, Parameter } from "./document.ts";
import { texts, valuesOf } from "./generate-values.ts";
import {
	edited,
	invalidEdits,
	pointerOf,
	validEdits,
} from "./request-mutations.ts";

/** What a request that works is changed into. */
export interface Change {
	/** For whoever reads of a failure. */
	what: string;
	made(from: Asked): Asked;
	/** Presented instead of who asks. */
	proof?: Record<string, string>;
	/** What has to come of it; absent = whatever is documented. */
	expect?: Refusal;
}

export interface Refusal {
	statuses: number[];
	/** Where the fault is; null where nothing can be pointed at. */
	pointer: string | null;
}

const refusal = (status: number, pointer: string | null = null): Refusal => ({
	statuses: [status],
	pointer,
});

const named = ({ parameters }: Operation, place: Parameter["in"]) =>
	parameters.filter((each) => each.in === place);

/** Changes after which a request is as described. */
export function validChanges(
	described: Described,
	operation: Operation,
	sample: Asked,
	aims: Record<string, string[]>,
): fc.Arbitrary<Change[]> {
	const changes: fc.Arbitrary<Change>[] = [
		...named(operation, "path").map((each) =>
			pathChange(described, each, aims),
		),
		...named(operation, "query").map((each) => queryChange(described, each)),
		...named(operation, "header").map((each) => headerChange(described, each)),
		// Names that nobody knows are ignored.
		texts.map((text) => withQuery("unheardOf", text)),
	];
	const { body } = operation;
	if (body)
		changes.push(
			validEdits(described, body, sample.body).map((edits) => ({
				what: `the body with ${JSON.stringify(edits)}`,
				made: (from) => ({ ...from, body: edited(from.body, edits) }),
			})),
		);
	return fc.array(fc.oneof(...changes), { maxLength: 2 });
}

function pathChange(
	described: Described,
	{ name, schema }: Parameter,
	aims: Record<string, string[]>,
): fc.Arbitrary<Change> {
	const value = fc.oneof(
		...(aims[name] ? [fc.constantFrom(...aims[name])] : []),
		valuesOf(described, schema).map(String).filter(isSegment),
	);
	return value.map((text) => withParam(name, text));
}

/** What stays a step of a path when an address is written with it. */
const isSegment = (text: string) => !/^\.{0,2}$/.test(text);

const withParam = (name: string, text: string): Change => ({
	what: `${name} = ${JSON.stringify(text)}`,
	made: (from) => ({ ...from, params: { ...from.params, [name]: text } }),
});

function queryChange(
	described: Described,
	{ name, schema, required }: Parameter,
): fc.Arbitrary<Change> {
	const value = valuesOf(described, schema);
	return (required ? value : fc.option(value, { nil: undefined })).map((some) =>
		withQuery(name, some),
	);
}

function withQuery(name: string, some: unknown): Change {
	return {
		what: `?${name}=${JSON.stringify(some)}`,
		made({ query = {}, ...from }) {
			const { [name]: _, ...others } = query;
			return {
				...from,
				query: some === undefined ? others : { ...others, [name]: some },
			};
		},
	};
}

function headerChange(
	described: Described,
	{ name, schema }: Parameter,
): fc.Arbitrary<Change> {
	return valuesOf(described, schema)
		.map((some) => String(some).replace(/[^\x21-\x7e]/g, ""))
		.filter((text) => text !== "")
		.map((text) => withHeader(name, text));
}

const withHeader = (name: string, text: string): Change => ({
	what: `${name}: ${text}`,
	made: (from) => ({ ...from, headers: { ...from.headers, [name]: text } }),
});

/** Changes after which a request must be refused, each with what must be answered. */
export function invalidChanges(
	described: Described,
	operation: Operation,
	sample: Asked,
): fc.Arbitrary<Change> {
	return fc.oneof(
		...bodyFaults(described, operation, sample),
		...named(operation, "query").flatMap((each) =>
			queryFaults(described, each),
		),
		...named(operation, "path").map((each) => pathFaults(described, each)),
		...named(operation, "header").flatMap((each) =>
			headerFaults(described, each),
		),
		...proofFaults(operation),
		...methodFaults(operation),
	);
}

function bodyFaults(
	described: Described,
	{ body, bodyLimit }: Operation,
	sample: Asked,
): fc.Arbitrary<Change>[] {
	if (!body) return [];
	const edits = invalidEdits(described, body, sample.body);
	const wrong = edits?.map(
		(edit): Change => ({
			what: `the body with ${JSON.stringify(edit)}`,
			made: (from) => ({ ...from, body: edited(from.body, [edit]) }),
			expect: refusal(400, pointerOf(edit.at)),
		}),
	);
	const raw = (
		what: string,
		text: string | Uint8Array<ArrayBuffer>,
		expect: Refusal,
	) =>
		fc.constant<Change>({
			what,
			made: (from) => ({ ...from, body: undefined, raw: text }),
			expect,
		});
	const whole = JSON.stringify(sample.body);
	// Seed bodies may be a hundred times as long, which would be a test of patience.
	const tooLong = Number(bodyLimit) < 200_000 ? Number(bodyLimit) + 1 : null;
	return [
		...(wrong ? [wrong, wrong, wrong, wrong] : []),
		...(tooLong
			? [raw(`${tooLong} bytes`, "x".repeat(tooLong), refusal(413))]
			: []),
		fc.constant<Change>({
			...withHeader("content-encoding", "gzip"),
			expect: refusal(415),
		}),
		unstorable(sample),
		fc.nat({ max: whole.length - 1 }).map((length) => ({
			what: `the first ${length} letters of the body`,
			made: (from) => ({
				...from,
				body: undefined,
				raw: whole.slice(0, length),
			}),
			expect: refusal(400),
		})),
		raw(
			"a body that is no text",
			new Uint8Array([0x22, 0xff, 0x22]),
			refusal(400),
		),
		raw(
			"a body 70 levels deep",
			"[".repeat(70) + "]".repeat(70),
			refusal(400, "#"),
		),
		fc
			.constantFrom(
				"text/plain",
				"application/x-www-form-urlencoded",
				"application/jsonx",
				"",
			)
			.map((type) => ({
				...withHeader("content-type", type),
				expect: refusal(415),
			})),
	];
}

/** A text of the body that no database can hold. */
function unstorable({ body }: Asked): fc.Arbitrary<Change> {
	const places = textsIn(body);
	const text = fc.constantFrom("a\0b", "\0", "\ud800", "x\udfffy");
	return fc.tuple(fc.constantFrom(...places), text).map(([at, to]) => ({
		what: `${JSON.stringify(to)} at ${pointerOf(at)}`,
		made: (from) => ({ ...from, body: edited(from.body, [{ at, to }]) }),
		expect: refusal(400, pointerOf(at)),
	}));
}

/** The places of a document's texts, or one where a text could be. */
function textsIn(document: unknown): (string | number)[][] {
	const found: (string | number)[][] = [];
	const walk = (value: unknown, at: (string | number)[]) => {
		if (typeof value === "string") found.push(at);
		else if (Array.isArray(value))
			for (const [index, item] of value.entries()) walk(item, [...at, index]);
		else if (typeof value === "object" && value !== null)
			for (const [name, member] of Object.entries(value as Json))
				walk(member, [...at, name]);
	};
	walk(document, []);
	return found.length > 0 ? found : [["unheardOf"]];
}

function queryFaults(
	described: Described,
	{ name, schema, required }: Parameter,
): fc.Arbitrary<Change>[] {
	const fits = described.validator(schema, false);
	const list = schema.type === "array";
	const wrong = [
		"",
		"x".repeat(Number(schema.maxLength ?? 300) + 1),
		"unheardOf",
		"1.5",
		"1e3",
		"-1",
		"101",
		"99999999999999999999",
		"NaN",
		" 1",
	].filter((text) => !list && !fits(typed(schema, text)));
	const faults: Change[] = [...wrong, "a\0b"].map((text) => ({
		...withQuery(name, list ? [text] : text),
		expect: refusal(400, `#/query/${name}`),
	}));
	if (required)
		faults.push({
			...withQuery(name, undefined),
			expect: refusal(400, `#/query/${name}`),
		});
	return [fc.constantFrom(...faults)];
}

const typed = ({ type }: Json, text: string) =>
	type === "integer" && /^-?\d{1,15}$/.test(text) ? Number(text) : text;

function headerFaults(
	described: Described,
	{ name, schema }: Parameter,
): fc.Arbitrary<Change>[] {
	const fits = described.validator(schema, false);
	const wrong = ["two words", "x".repeat(300), "{}", "-1"].filter(
		(text) => !fits(text),
	);
	const faults = wrong.map((text) => ({
		...withHeader(name, text),
		expect: refusal(400, `#/header/${name.toLowerCase()}`),
	}));
	return faults.length > 0 ? [fc.constantFrom(...faults)] : [];
}

/** What names nothing is not there; only what cannot be the id of a conversation is refused as that. */
function pathFaults(
	described: Described,
	{ name, schema }: Parameter,
): fc.Arbitrary<Change> {
	const statuses = schema.pattern === "^sess_" ? [400, 404] : [404];
	const fits = described.validator(schema, false);
	const nowhere = fc.oneof(
		texts.map((text) => (fits(text) ? `${text}-of-nothing` : text)),
		fc.constantFrom("a\0b", "%zz", "x".repeat(3000)),
	);
	return nowhere.filter(isSegment).map((text) => ({
		...withParam(name, text),
		expect: { statuses, pointer: null },
	}));
}

/** Nothing to show where something has to be shown, or something that nobody gave out. */
function proofFaults({ security }: Operation): fc.Arbitrary<Change>[] {
	const needed =
		security.length > 0 &&
		security.every((each) => Object.keys(each).length > 0);
	if (!needed) return [];
	const presented = fc.constantFrom<Record<string, string>>(
		{},
		{ cookie: "JSESSIONID=unheard-of" },
		{ authorization: "Session unheard-of" },
		{ authorization: `Session ${ADMIN_SECRET}` },
		{ cookie: "JSESSIONID=" },
	);
	return [
		presented.map((proof) => ({
			what: `presenting ${JSON.stringify(proof)}`,
			made: (from) => from,
			proof,
			expect: refusal(401),
		})),
	];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function methodFaults({ methods, path }: Operation): fc.Arbitrary<Change>[] {
	// By another method, these are taken for an item's id.
	if (/\/admin\/content\/(batch|export|import)$/.test(path)) return [];
	const others = METHODS.filter((method) => !methods.includes(method));
	const by = others.map(
		(method): Change => ({
			what: `by ${method}`,
			made: (from) => ({ ...from, method }),
			expect: refusal(405),
		}),
	);
	return by.length > 0 ? [fc.constantFrom(...by)] : [];
}
