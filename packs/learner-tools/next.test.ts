import { expect, test } from "bun:test";
import type { PublicPack } from "../format/public.ts";
import { challengeToContinue, nextChallenge } from "./next.ts";

const packs = [
	{ manifest: { slug: "a" }, challenges: [{ slug: "one" }, { slug: "two" }] },
	{ manifest: { slug: "b" }, challenges: [{ slug: "one" }] },
] as PublicPack[];
const key = (text: string) => {
	const [pack = "", challenge = ""] = text.split("/");
	return { pack, challenge };
};
/** Statuses by `pack/challenge`; those not listed are not started. */
const statusIn =
	(statuses: Record<string, "attempted" | "passed">) =>
	({ pack, challenge }: { pack: string; challenge: string }) =>
		statuses[`${pack}/${challenge}`] ?? "not_started";
const passed = "passed" as const;
const attempted = "attempted" as const;

test.each([
	[null, {}, "a/one"],
	["a/one", {}, "a/two"],
	["a/two", {}, "b/one"],
	["b/one", {}, "a/one"],
	["a/one", { "a/two": passed }, "b/one"],
	["b/one", { "a/one": passed }, "a/two"],
	["gone/one", {}, "a/one"],
	["a/one", { "a/one": passed, "a/two": passed, "b/one": passed }, null],
])("after %p with %p comes %p", (after, statuses, next) => {
	expect(
		nextChallenge(packs, statusIn(statuses), after ? key(after) : null),
	).toEqual(next ? key(next) : null);
});

test.each([
	[null, {}, "a/one"],
	["a/two", { "a/one": attempted }, "a/two"],
	["a/two", { "a/one": attempted, "a/two": passed }, "a/one"],
	["a/two", { "a/two": passed }, "b/one"],
	["a/one", { "a/one": passed, "a/two": passed, "b/one": passed }, null],
])("with %p active and %p one continues with %p", (active, statuses, next) => {
	expect(
		challengeToContinue(packs, statusIn(statuses), active ? key(active) : null),
	).toEqual(next ? key(next) : null);
});
