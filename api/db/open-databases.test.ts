/** Where the content's database may be. */
import { expect, test } from "bun:test";
import { contentAddress } from "./open-databases.ts";

const login = { user: "app", password: "" };
const server = (host: string) => ({ host, port: 5432 });
const platform = {
	...{ ...server("one"), ...login, database: "treeline" },
	otherServers: [server("two")],
};

test.each([
	["one", "treeline", true],
	["two", "treeline", true],
	["two", "content", false],
	["three", "treeline", false],
])(
	"content in the database at %s named %s is the platform's own: %p",
	(host, database, is) => {
		const content = { ...server(host), ...login, database };
		const choose = () => contentAddress(content, platform);
		if (is) expect(choose).toThrow("is the platform's own");
		else expect(choose()).toBe(content);
	},
);
