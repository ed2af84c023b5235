/** Names of receivers that cannot be resolved in the time that an attempt has. */
import { expect, test } from "bun:test";
import { resolveAllowed } from "./allowed-addresses.ts";

const hooks = new URL("https://receiver.example/hooks");
const rules = { allowedNetworks: [] };

test("a name that the name server does not answer for ends the attempt when its time is up", async () => {
	const silent = () => new Promise<never>(() => {});
	await expect(resolveAllowed(hooks, rules, 20, silent)).rejects.toThrow(
		"the name receiver.example was not resolved within 0.02 s",
	);
});

test("a name of which one address is private is refused", async () => {
	const found = async () => [
		{ address: "93.184.216.34" },
		{ address: "10.0.0.1" },
	];
	await expect(resolveAllowed(hooks, rules, 5000, found)).rejects.toThrow(
		"10.0.0.1",
	);
});
