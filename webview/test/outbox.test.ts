/** What waits to be sent: whatever the service or the way to it does, each attempt arrives once or is told of. */
import { describe, expect, test } from "bun:test";
import type { ImportedAttempt } from "@treeline/api/client-types";
import { takeBatch } from "../host/attempt-batch.ts";
import { ApiError, type QueuedAttempt } from "../host/host.ts";
import { createOutbox } from "../host/outbox.ts";
import { createStorage } from "../host/storage.ts";
import { QuotaStorage } from "./quota-storage.ts";

const attempt = (challengeId: string, second = 0): QueuedAttempt => ({
	challengeId,
	passed: true,
	clientAttemptId: crypto.randomUUID(),
	attemptedAt: new Date(second * 1000).toISOString(),
});
const refusal = (status: number, ...fields: string[]) =>
	new ApiError("refused", "It was refused.", "Wait.", status, null, fields);

type Refuse = (attempt: QueuedAttempt) => ApiError | null;

/** A service by its three wishes, each answered with why not: one attempt, a whole import, one attempt of an import. */
function serviceThat({
	refuses = () => null,
	refusesImport = () => null,
	refusesOfImport = () => null,
}: {
	refuses?: Refuse;
	refusesImport?: (attempts: QueuedAttempt[]) => ApiError | null;
	refusesOfImport?: Refuse;
} = {}) {
	/** Challenges of what is stored, in order; and how many came with each import. */
	const stored = new Map<string, string>();
	const imports: number[] = [];
	const store = ({ clientAttemptId, challengeId }: QueuedAttempt) => {
		if (!stored.has(clientAttemptId)) stored.set(clientAttemptId, challengeId);
	};
	return {
		imports,
		challenges: () => [...stored.values()],
		calls: {
			async postAttempt(sent: unknown) {
				const fault = refuses(sent as QueuedAttempt);
				if (fault) throw fault;
				store(sent as QueuedAttempt);
			},
			async importAttempts(attempts: QueuedAttempt[]) {
				imports.push(attempts.length);
				const fault = refusesImport(attempts);
				if (fault) throw fault;
				return attempts.map((each) => {
					const { clientAttemptId } = each;
					const why = refusesOfImport(each);
					if (!why) store(each);
					const problem = why && {
						code: why.code,
						detail: why.detail,
						errors: why.fields.map((code) => ({
							pointer: "",
							code,
							detail: "",
						})),
					};
					return {
						clientAttemptId,
						attempt: why ? null : {},
						problem,
					} as ImportedAttempt;
				});
			},
		},
	};
}

const outboxOn = (
	box: QuotaStorage,
	wishes: Parameters<typeof serviceThat>[0] = {},
) => {
	const service = serviceThat(wishes);
	return {
		...service,
		outbox: createOutbox(createStorage(box), service.calls),
	};
};

/** An outbox with as many attempts of "me" as there are `challenges`, made before signing in. */
async function queueOf(
	challenges: string[],
	wishes: Parameters<typeof serviceThat>[0] = {},
	box = new QuotaStorage(500_000),
) {
	const made = outboxOn(box, wishes);
	for (const [index, each] of challenges.entries())
		await made.outbox.put(attempt(each, index), null);
	made.outbox.claim("me");
	return { ...made, box };
}

describe("an attempt", () => {
	test("is sent at once where it can be, and forgotten then", async () => {
		const box = new QuotaStorage();
		const { outbox, challenges, imports } = outboxOn(box);
		expect(await outbox.put(attempt("a"), "me")).toBe("sent");
		expect([challenges(), imports]).toEqual([["a"], []]);
		expect(box.length).toBe(0);
	});

	test.each([0, 401, 429, 500, 503])(
		"that meets status %p is kept and sent later",
		async (status) => {
			const box = new QuotaStorage();
			const { outbox } = outboxOn(box, { refuses: () => refusal(status) });
			expect(await outbox.put(attempt("a"), "me")).toBe("waiting");
			expect(outbox.waiting.read()).toBe(1);
			expect(outbox.signedOut.read()).toBe(status === 401);
			expect(outbox.stopped.read()?.status).toBe(status);
			const later = outboxOn(box);
			await later.outbox.flush("me");
			expect(later.challenges()).toEqual(["a"]);
			expect(later.outbox.waiting.read()).toBe(0);
		},
	);

	test("that will never be taken is set aside and told of", async () => {
		const box = new QuotaStorage();
		const { outbox } = outboxOn(box, { refuses: () => refusal(404) });
		expect(await outbox.put(attempt("gone"), "me")).toBe("refused");
		expect(outbox.refused.read()?.status).toBe(404);
		expect(outbox.waiting.read()).toBe(0);
		expect([...box.items.keys()][0]).toStartWith("treeline:aside:outbox:");
	});

	test("that is taken makes the refusal of another one old news", async () => {
		let fault: ApiError | null = refusal(413);
		const { outbox } = outboxOn(new QuotaStorage(), { refuses: () => fault });
		expect(await outbox.put(attempt("long"), "me")).toBe("refused");
		fault = null;
		expect(await outbox.put(attempt("short"), "me")).toBe("sent");
		expect(outbox.refused.read()).toBeNull();
	});

	test("leaves the moment to the service when the clock here runs ahead", async () => {
		const posted: unknown[] = [];
		const { outbox } = outboxOn(new QuotaStorage(), {
			refuses: (each) => {
				posted.push(each);
				return each.attemptedAt ? refusal(422, "in_future") : null;
			},
		});
		const early = attempt("a");
		expect(await outbox.put(early, "me")).toBe("sent");
		expect(posted).toEqual([early, { ...early, attemptedAt: undefined }]);
		expect(outbox.refused.read()).toBeNull();
	});

	test("tells of storage that fails under way, and rejects nothing", async () => {
		const box = new QuotaStorage();
		const { outbox } = outboxOn(box, {
			refuses: () => {
				box.removeItem = () => {
					throw new DOMException("denied", "SecurityError");
				};
				return null;
			},
		});
		expect(await outbox.put(attempt("a"), "me")).toBe("refused");
		expect(outbox.refused.read()?.detail).toContain("denied");
	});

	test("is never sent for another person", async () => {
		const box = new QuotaStorage();
		const signedOut = outboxOn(box, { refuses: () => refusal(401) });
		await signedOut.outbox.put(attempt("mine"), "me");
		const { outbox, challenges } = outboxOn(box);
		await outbox.put(attempt("yours"), "you");
		expect(challenges()).toEqual(["yours"]);
		expect(outbox.waiting.read()).toBe(1);
	});

	test("takes along what waited, once the service answers again", async () => {
		let down = true;
		const { outbox, challenges, imports } = outboxOn(new QuotaStorage(), {
			refuses: () => (down ? refusal(503) : null),
		});
		await outbox.put(attempt("a", 1), "me");
		await outbox.put(attempt("b", 2), "me");
		down = false;
		expect(await outbox.put(attempt("c", 3), "me")).toBe("sent");
		await outbox.flush("me");
		expect(challenges().sort()).toEqual(["a", "b", "c"]);
		expect(imports).toEqual([2]);
	});
});

describe("what was done signed out", () => {
	test("goes to who claims it, in one request; the next person gets none", async () => {
		const { outbox, challenges, imports } = outboxOn(new QuotaStorage());
		await outbox.put(attempt("b", 2), null);
		await outbox.put(attempt("a", 1), null);
		await outbox.flush("me");
		expect([challenges(), outbox.waiting.read()]).toEqual([[], 0]);
		outbox.claim("me");
		outbox.claim("you");
		await outbox.flush("you");
		expect([challenges(), outbox.waiting.read()]).toEqual([[], 2]);
		await outbox.flush("me");
		expect([challenges(), outbox.added.read()]).toEqual([["a", "b"], 2]);
		expect(imports).toEqual([2]);
	});

	test("is kept up to two hundred, and misses leave before passes", async () => {
		const { outbox, challenges } = outboxOn(new QuotaStorage(500_000));
		for (let each = 0; each < 101; each++) {
			await outbox.put({ ...attempt(`pass ${each}`), passed: true }, null);
			await outbox.put({ ...attempt(`miss ${each}`), passed: false }, null);
		}
		outbox.claim("me");
		await outbox.flush("me");
		expect(challenges().length).toBe(200);
		expect(challenges().filter((id) => id.startsWith("pass")).length).toBe(101);
	});

	test("tells how far it is", async () => {
		const ways: unknown[] = [];
		const files = [{ path: "a.js", content: "x".repeat(40_000) }];
		const { outbox, calls } = outboxOn(new QuotaStorage(500_000));
		for (const each of ["a", "b", "c"])
			await outbox.put({ ...attempt(each), files }, null);
		outbox.claim("me");
		outbox.sending.watch(() => ways.push(outbox.sending.read()));
		await outbox.flush("me");
		expect(calls).toBeDefined();
		expect(ways).toEqual([{ sent: 0, of: 3 }, { sent: 2, of: 3 }, null]);
	});

	test.each([0, 401, 429, 503])(
		"waits where the whole import meets status %p, and nothing is lost",
		async (status) => {
			const { outbox, box } = await queueOf(["a", "b"], {
				refusesImport: () => refusal(status),
			});
			await outbox.flush("me");
			expect(outbox.waitingOf("me")).toBe(2);
			expect(outbox.stopped.read()?.status).toBe(status);
			expect(outbox.signedOut.read()).toBe(status === 401);
			const later = outboxOn(box);
			await later.outbox.flush("me");
			expect(later.challenges()).toEqual(["a", "b"]);
			expect(later.outbox.added.read()).toBe(2);
		},
	);

	test("arrives without the one that will never be taken, which is told of", async () => {
		const { outbox, challenges, box } = await queueOf(["a", "gone", "c"], {
			refusesOfImport: ({ challengeId }) =>
				challengeId === "gone"
					? new ApiError("not_found", "No such challenge.", "", 0)
					: null,
		});
		await outbox.flush("me");
		expect(challenges()).toEqual(["a", "c"]);
		expect(outbox.refused.read()?.detail).toBe("No such challenge.");
		expect([outbox.waiting.read(), box.length]).toEqual([0, 1]);
	});

	test("arrives although one of it spoils the whole import", async () => {
		const all = ["a", "b", "spoilt", "d", "e", "f"];
		const { outbox, challenges } = await queueOf(all, {
			refusesImport: (sent) =>
				sent.some(({ challengeId }) => challengeId === "spoilt")
					? refusal(400)
					: null,
		});
		await outbox.flush("me");
		expect(challenges()).toEqual(["a", "b", "d", "e", "f"]);
		expect(outbox.refused.read()?.status).toBe(400);
		expect(outbox.waiting.read()).toBe(0);
	});

	test("is sent again as far as there was no time for it", async () => {
		let late = 2;
		const { outbox, challenges, imports } = await queueOf(["a", "b", "c"], {
			refusesOfImport: ({ challengeId }) =>
				challengeId !== "a" && late-- > 0
					? new ApiError("request_timeout", "No time left.", "", 0)
					: null,
		});
		await outbox.flush("me");
		expect(challenges()).toEqual(["a", "b", "c"]);
		expect(imports).toEqual([3, 2]);
	});

	test("waits when there was time for none of it", async () => {
		const { outbox, imports } = await queueOf(["a", "b"], {
			refusesOfImport: () =>
				new ApiError("request_timeout", "No time left.", "", 0),
		});
		await outbox.flush("me");
		expect([outbox.waitingOf("me"), imports]).toEqual([2, [2]]);
		expect(outbox.stopped.read()?.detail).toBe("No time left.");
	});

	test("leaves the moment to the service where the clock here ran ahead", async () => {
		const { outbox, challenges } = await queueOf(["a", "b"], {
			refusesOfImport: ({ attemptedAt }) =>
				attemptedAt
					? new ApiError("validation_failed", "", "", 0, null, ["in_future"])
					: null,
		});
		await outbox.flush("me");
		expect([challenges(), outbox.refused.read()]).toEqual([["a", "b"], null]);
	});
});

describe("the queue's order", () => {
	const names = Array.from({ length: 60 }, (_, each) => `attempt ${each}`);
	/** Refuses every attempt that names its moment, as a service does whose clock is behind. */
	const clockBehind: Parameters<typeof serviceThat>[0] = {
		refusesOfImport: ({ attemptedAt }) =>
			attemptedAt
				? new ApiError("validation_failed", "", "", 0, null, ["in_future"])
				: null,
	};

	test.each([
		["one tab", 1, {}],
		["three tabs in turn", 3, {}],
		["three tabs in turn, with a clock that ran ahead", 3, clockBehind],
	] as const)(
		"is that of making for 60 attempts of one millisecond, made in %s",
		async (_, count, wishes) => {
			const box = new QuotaStorage(500_000);
			const tabs = Array.from({ length: count }, () => outboxOn(box).outbox);
			for (const [index, each] of names.entries())
				await tabs[index % count]?.put(attempt(each), null);
			const { outbox, challenges } = outboxOn(box, wishes);
			outbox.claim("me");
			await outbox.flush("me");
			expect(challenges()).toEqual(names);
		},
	);

	test("is that of the moments for attempts stored by earlier versions of the page", async () => {
		const box = new QuotaStorage(500_000);
		const storage = createStorage(box);
		for (const [index, each] of names.entries()) {
			const old = attempt(each, Math.min(index, 30));
			storage.write(`outbox:${old.clientAttemptId}`, {
				owner: "me",
				attempt: old,
			});
		}
		const { outbox, challenges } = outboxOn(box, clockBehind);
		await outbox.put(attempt("new", 30), null);
		outbox.claim("me");
		await outbox.flush("me");
		const sent = challenges();
		expect(sent.slice(0, 30)).toEqual(names.slice(0, 30));
		expect(sent.slice(30, 60).sort()).toEqual(names.slice(30).sort());
		expect(sent.slice(60)).toEqual(["new"]);
	});

	test("stays that of the moments where the service refuses the moment of one", async () => {
		const late = new Set(["a", "b"]);
		const { outbox, challenges } = await queueOf(["a", "b", "c"], {
			refusesOfImport: ({ challengeId, attemptedAt }) => {
				if (late.delete(challengeId))
					return new ApiError("request_timeout", "No time left.", "", 0);
				return challengeId === "c" && attemptedAt
					? new ApiError("validation_failed", "", "", 0, null, ["in_future"])
					: null;
			},
		});
		await outbox.flush("me");
		expect(challenges()).toEqual(["a", "b", "c"]);
	});
});

describe("a batch", () => {
	const sized = (bytes: number) => ({
		attempt: {
			...attempt("a"),
			files: [{ path: "a", content: "é".repeat(bytes / 2) }],
		},
	});
	test.each([
		["two small", [10_000, 10_000], 2],
		["two of half the limit", [50_000, 50_000], 1],
		["one beyond the limit", [200_000, 10], 1],
		["three hundred tiny", Array(300).fill(10), 200],
	] as [string, number[], number][])("of %s attempts", (_, sizes, count) => {
		expect(takeBatch(sizes.map(sized)).length).toBe(count);
	});
});
