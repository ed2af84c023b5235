/** What waits to be verified: each user one at a time, and the places shared among users. */
import { describe, expect, test } from "bun:test";
import { perUserQueue } from "./per-user-queue.ts";

/** Work that ends when it is told to; `begun` counts those that run or have run. */
function works() {
	const end = Promise.withResolvers<void>();
	let begun = 0;
	const work = () => {
		begun++;
		return end.promise;
	};
	return { work, end: end.resolve, begun: () => begun };
}

/** What became of each: `done`, or the code of what it was refused with. */
const outcomes = (all: Promise<unknown>[]) =>
	Promise.all(
		all.map((one) =>
			one.then(
				() => "done",
				(error) => error.code ?? String(error),
			),
		),
	);

const tally = (all: string[]) =>
	Object.fromEntries(
		[...new Set(all)].map((one) => [
			one,
			all.filter((other) => other === one).length,
		]),
	);

describe("the places", () => {
	const times = <Result>(count: number, make: () => Result) =>
		Array.from({ length: count }, make);

	test("of one user are twenty, taken in order", async () => {
		const inTurn = perUserQueue("things");
		const order: number[] = [];
		const all = times(21, () => null).map((_, index) =>
			inTurn("ada", async () => {
				order.push(index);
			}),
		);
		expect(tally(await outcomes(all))).toEqual({ done: 20, overloaded: 1 });
		expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
	});

	test("that four users have taken are shared with a fifth, until all have as many", async () => {
		const inTurn = perUserQueue("things");
		const { work, end, begun } = works();
		const four = ["a", "b", "c", "d"].flatMap((user) =>
			times(16, () => inTurn(user, work)),
		);
		const fifth = times(20, () => inTurn("e", work));
		await Promise.resolve();
		expect(begun()).toBe(5);
		end();
		expect(tally(await outcomes(fifth))).toEqual({ done: 12, overloaded: 8 });
		const ended = await outcomes(four);
		expect(tally(ended)).toEqual({ done: 52, overloaded: 12 });
		// Of each the newest were refused, and no running one.
		for (let user = 0; user < 4; user++)
			expect(ended.slice(user * 16, user * 16 + 13)).toEqual(
				Array(13).fill("done"),
			);
	});

	test("are refused to one more user when as many users have one each", async () => {
		const inTurn = perUserQueue("things");
		const { work, end } = works();
		const all = times(65, () => crypto.randomUUID()).map((user) =>
			inTurn(user, work),
		);
		end();
		expect(tally(await outcomes(all))).toEqual({ done: 64, overloaded: 1 });
	});

	test("are free at once when whoever waits has left", async () => {
		const inTurn = perUserQueue("things");
		const { work, end, begun } = works();
		const leaving = new AbortController();
		const running = inTurn("ada", work);
		const waiting = times(19, () => inTurn("ada", work, leaving.signal));
		const full = inTurn("ada", work);
		leaving.abort("left");
		const later = times(19, () => inTurn("ada", work));
		const gone = inTurn("ada", work, leaving.signal);
		end();
		expect(tally(await outcomes([running, ...later]))).toEqual({ done: 20 });
		expect(tally(await outcomes([...waiting, gone]))).toEqual({ left: 20 });
		expect(await outcomes([full])).toEqual(["overloaded"]);
		expect(begun()).toBe(20);
	});

	test("go on to the next when one has failed", async () => {
		const inTurn = perUserQueue("things");
		const failed = inTurn("ada", () => Promise.reject(new Error("no")));
		const next = inTurn("ada", async () => null);
		expect(await outcomes([failed, next])).toEqual(["Error: no", "done"]);
	});
});
