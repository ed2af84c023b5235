/** Bodies that mean harm, sent to every route that takes one: each is refused as a problem that names the place. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	BODY_LIMIT,
	SEED_BODY_LIMIT,
} from "../server/read-and-validate-request.ts";
import type { Answer } from "./openapi/client.ts";
import type { Operation } from "./openapi/document.ts";
import {
	expectUnharmed,
	type Hostile,
	hostile,
	openTarget,
	ours,
	routeOf,
	routesOf,
	type Target,
	unlike,
	wrongsOf,
} from "./openapi/hostile-requests.ts";

// Each test asks all routes, and a start takes its time on a busy machine.
setDefaultTimeout(180_000);

let target: Target;
beforeAll(async () => {
	target = await openTarget();
});
afterAll(() => target.service.stop());

const withBody = () => routesOf(target).filter(({ body }) => body !== null);

const limitOf = ({ path }: Operation) =>
	path.startsWith("/api/admin/packs/") ? SEED_BODY_LIMIT : BODY_LIMIT;

describe("a body", () => {
	test("that is broken is refused with the place of the mistake", async () => {
		const answer = await fetch(`${target.service.front}/api/v1/chat`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: '{"message": "Hello?",\n "visitorId":}',
		});
		const { code, detail } = await answer.json();
		expect([answer.status, code]).toEqual([400, "malformed_json"]);
		expect(detail).toBe(
			"The body is not valid JSON at line 2, column 14: a value is expected.",
		);
	});

	test.each<[string, string | Uint8Array<ArrayBuffer>]>([
		["that is empty", ""],
		["that is blank", " \r\n\t "],
		["that is half a document", '{"a":'],
		["with something after it", "{} {}"],
		["with a comment", "{/* a */}"],
		["with a comma too many", '{"a":1,}'],
		["with NaN", '{"a":NaN}'],
		["that is a form", "a=1&b=2"],
		["that is a page", "<html>"],
		["that is no UTF-8", new Uint8Array([0x7b, 0xc3, 0x28, 0x7d])],
		["in UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
	])("%s is refused by every route", async (_, raw) => {
		const wrongs = await wrongsOf(target, withBody(), async ({ send }) => [
			unlike(await send({ raw }), { status: 400, code: "malformed_json" }),
		]);
		expect(wrongs).toEqual([]);
	});

	test.each([
		["that is null", "null", "#"],
		["that is a list", "[]", "#"],
		["that is a number", "1e400", "#"],
		["that is a text", '"x"', "#"],
		["with NUL in a name", '{"a\\u0000b":1}', "#"],
		["with NUL in a text", '{"a":"\\u0000"}', "#/a"],
		["with half a pair", '{"a":["\\udc00"]}', "#/a/0"],
		["65 levels deep", `{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "#/a"],
		[
			"thousands of levels deep",
			`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
			"#/a",
		],
	])(
		"%s is refused by every route, with its place",
		async (_, raw, pointer) => {
			const code = "validation_failed";
			const wrongs = await wrongsOf(target, withBody(), async ({ send }) => [
				unlike(await send({ raw }), { status: 400, code, pointer }),
			]);
			expect(wrongs).toEqual([]);
		},
	);

	test.each(["__proto__", "constructor", "prototype", "hasOwnProperty"])(
		"with a member %s is refused, and taints nothing",
		async (name) => {
			const wrongs = await wrongsOf(
				target,
				withBody(),
				async ({ good, send }) => {
					const more = `"${name}":{"isAdmin":true,"prototype":{"isAdmin":true}}`;
					const raw = JSON.stringify(good.body).replace(/^\{/, `{${more},`);
					return [
						unlike(await send({ raw }), {
							status: 400,
							code: "validation_failed",
							pointer: `#/${name}`,
						}),
					];
				},
			);
			expect(wrongs).toEqual([]);
		},
	);

	test.each([
		["none", ""],
		["a form's", "application/x-www-form-urlencoded"],
		["a page's form's", "multipart/form-data; boundary=x"],
		["plain text", "text/plain"],
		["XML", "application/xml"],
		["nearly JSON", "application/jsonp"],
	])("of another media type is refused: %s", async (_, type) => {
		const wrongs = await wrongsOf(target, withBody(), async ({ send }) => [
			unlike(await send({ headers: { "content-type": type } }), {
				status: 415,
				code: "unsupported_media_type",
			}),
		]);
		expect(wrongs).toEqual([]);
	});

	test.each(["gzip", "br", "deflate", "identity, gzip"])(
		"that is compressed is refused: %s",
		async (encoding) => {
			const wrongs = await wrongsOf(target, withBody(), async ({ send }) => [
				unlike(await send({ headers: { "content-encoding": encoding } }), {
					status: 415,
					code: "unsupported_media_type",
				}),
			]);
			expect(wrongs).toEqual([]);
		},
	);

	test("is read up to the limit, in one piece or in many, and refused beyond", async () => {
		const wrongs = await wrongsOf(target, withBody(), async (each) => {
			const { operation, good, send } = each;
			const limit = limitOf(operation);
			const text = JSON.stringify(good.body);
			const sized = (bytes: number) =>
				text + " ".repeat(bytes - Buffer.byteLength(text));
			const tooLarge = { status: 413, code: "payload_too_large" };
			return [
				ours(target, operation, await send({ raw: sized(limit) })),
				unlike(await send({ raw: sized(limit + 1) }), tooLarge),
				unlike(await sendChunked(each, sized(limit + 1)), tooLarge),
				ours(
					target,
					operation,
					await sendChunked(await hostile(target, operation), text),
				),
			];
		});
		expect(wrongs).toEqual([]);
	});
});

/** Sends a body whose length is not told beforehand. */
function sendChunked({ send, good }: Hostile, text: string): Promise<Answer> {
	const bytes = new TextEncoder().encode(text);
	let sent = 0;
	const raw = new ReadableStream<Uint8Array>({
		pull(controller) {
			const part = bytes.subarray(sent, sent + 16_384);
			sent += part.length;
			if (part.length > 0) controller.enqueue(part);
			else controller.close();
		},
	});
	return send({ ...good, raw });
}

describe("a number", () => {
	const HUGE = [
		"1e400",
		"-1e400",
		"9007199254740993",
		"18446744073709551616",
		"2147483648",
		"-2147483649",
		"1e21",
		"0.1",
		'"1"',
		"null",
		"true",
		"[1]",
		"{}",
	];
	test.each([
		["POST /api/v1/attempts", "hintsUsed"],
		["POST /api/v1/attempts", "timeSeconds"],
		["PATCH /api/v1/author/challenges/{id}", "timeEstimateSeconds"],
		["POST /api/v1/author/packs/{slug}/challenges", "timeEstimateSeconds"],
	])("%s: %s that is none of ours is refused", async (name, member) => {
		for (const number of HUGE) {
			// A patch takes a member away with null, which is refused as missing.
			const wrongs = await wrongsOf(
				target,
				[routeOf(target, name)],
				async ({ good, send }) => {
					const body = { ...(good.body as object), [member]: "here" };
					const raw = JSON.stringify(body).replace('"here"', number);
					return [
						unlike(await send({ raw }), {
							status: 400,
							code: "validation_failed",
							pointer: `#/${member}`,
						}),
					];
				},
			);
			expect(wrongs).toEqual([]);
		}
	});

	test.each(["tabSize", "printWidth"])("a setting's %s", async (member) => {
		const name = "PATCH /api/v1/settings";
		for (const number of HUGE.filter((each) => each !== "null"))
			expect(
				await wrongsOf(target, [routeOf(target, name)], async ({ send }) => [
					unlike(await send({ raw: `{"formatter":{"${member}":${number}}}` }), {
						status: 400,
						pointer: `#/formatter/${member}`,
					}),
				]),
			).toEqual([]);
	});
});

test("afterwards all is as it was, and nothing was a fault of ours", () =>
	expectUnharmed(target));
