/** The line between a page and the editor around it: every call gets a result or an error, whatever arrives. */
import { describe, expect, test } from "bun:test";
import { type Channel, createChannel, type Message } from "../host/channel.ts";

type Mine = {
	add: { takes: { a: number; b: number }; gives: number };
	fail: { takes: null; gives: null };
};

/** Two ends joined by a wire that carries only what a message port would. */
function joined() {
	const sent: Message[] = [];
	let left: Channel<Mine>;
	const right = createChannel<Mine, Record<string, never>>({
		post: (message) => left.receive(structuredClone(message)),
		handlers: {
			add: ({ a, b }) => a + b,
			fail: () => {
				throw new Error("secret: /etc/passwd");
			},
		},
		fault: (name, takes) =>
			name === "add" && typeof (takes as { a?: unknown } | null)?.a !== "number"
				? "#/a: `a` is missing"
				: null,
		refusal: () => ({
			code: "internal",
			detail: "It failed.",
			nextStep: "Try again.",
		}),
	});
	left = createChannel<Record<string, never>, Mine>({
		post: (message) => {
			sent.push(message);
			right.receive(structuredClone(message));
		},
		handlers: {},
		refusal: () => ({ code: "", detail: "", nextStep: "" }),
		error: ({ code, detail }) => new Error(`${code}: ${detail}`),
	});
	return { left, right, sent };
}

describe("a call", () => {
	test("is answered by its result", async () => {
		const { left } = joined();
		expect(await left.call("add", { a: 2, b: 3 })).toBe(5);
	});

	test("is answered by an error that tells nothing it should not", async () => {
		const { left } = joined();
		expect(left.call("fail", null)).rejects.toThrow("internal: It failed.");
	});

	test("that is not in the protocol is answered by one clear message", async () => {
		const { left } = joined();
		const call = left.call as (
			name: string,
			takes: unknown,
		) => Promise<unknown>;
		expect(call("drop", null)).rejects.toThrow(
			'not_in_protocol: There is no message "drop".',
		);
		expect(call("toString", null)).rejects.toThrow(
			'not_in_protocol: There is no message "toString".',
		);
		expect(call("__proto__", null)).rejects.toThrow("not_in_protocol");
	});

	test("with the wrong argument is answered by what is wrong with it", async () => {
		const { left } = joined();
		expect(left.call("add", { b: 1 } as never)).rejects.toThrow(
			'not_in_protocol: The message "add" is not understood: #/a: `a` is missing.',
		);
	});

	test("is rejected when who was to answer has gone, and another can be made", async () => {
		const { left, right } = joined();
		const deaf = createChannel<Record<string, never>, Mine>({
			post: () => {},
			handlers: {},
			refusal: () => ({ code: "", detail: "", nextStep: "" }),
		});
		const waiting = deaf.call("add", { a: 1, b: 1 });
		deaf.abandon("The panel was hidden.");
		expect(waiting).rejects.toThrow("The panel was hidden.");
		right.close("closed");
		expect(await left.call("add", { a: 1, b: 2 })).toBe(3);
		deaf.close("The panel was closed.");
		expect(deaf.call("add", { a: 1, b: 1 })).rejects.toThrow(
			"The panel was closed.",
		);
	});
});

test.each([
	null,
	undefined,
	7,
	"call",
	[],
	{},
	{ kind: "call" },
	{ kind: "call", id: "1", name: "add" },
	{ kind: "answer", id: 99, gives: 1 },
	{ kind: "answer", id: 1, refusal: null },
	{ kind: "other", id: 1 },
])("what is no message (%p) harms nothing", async (message) => {
	const { left, right } = joined();
	right.receive(message);
	left.receive(message);
	expect(await left.call("add", { a: 1, b: 1 })).toBe(2);
});
