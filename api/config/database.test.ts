/** The addresses of databases as operators write them. */
import { describe, expect, test } from "bun:test";
import { readConfig } from "../config.ts";

const secret = "x".repeat(40);
const env = {
	...{ ADMIN_SECRET: secret, ADMIN_API_KEY: secret, IP_HASH_SECRET: secret },
	...{ DB_HOST: "db.example", DB_NAME: "treeline", DB_USER: "app" },
};
type Settings = Record<string, string>;

/** The servers of the platform's database and of its replicas, or of the content's where it has an address. */
function servers(settings: Settings) {
	const { database, contentDatabase } = readConfig({ ...env, ...settings });
	const {
		host,
		port,
		otherServers = [],
		replicas = [],
	} = contentDatabase ?? database ?? {};
	const texts = [[{ host, port }, ...otherServers], replicas].map((list) =>
		list.map(({ host, port }) => `${host} ${port}`).join(),
	);
	return texts.filter(Boolean).join("; ");
}

const url = (text: string) => ({ SQLDB_DATABASE_URL: text });

describe("servers", () => {
	test.each<[Settings, string]>([
		[{ DB_HOST: "one" }, "one 5432"],
		[{ DB_HOST: "one", DB_PORT: "6000" }, "one 6000"],
		[{ DB_HOST: "one:7000, two", DB_PORT: "6000" }, "one 7000,two 6000"],
		[{ DB_HOST: "::1,[::2],[::3]:7" }, "::1 5432,::2 5432,::3 7"],
		[{ DB_HOST: "fe80::1%eth0" }, "fe80::1%eth0 5432"],
		[{ DB_HOST: "/run/postgres" }, "/run/postgres 5432"],
		[
			{ DB_REPLICA_HOSTS: "one, [::1]:7", DB_PORT: "6000" },
			"db.example 6000; one 6000,::1 7",
		],
		[url("postgres://app@one:7,[::2],three/c"), "one 7,::2 5432,three 5432"],
		[url("postgres://app@one,two/c?port=6000"), "one 6000,two 6000"],
		[url("postgres://app:a,b@one/c"), "one 5432"],
		[url("postgres://app:a@b,c@one/c"), "one 5432"],
		[url("postgres:///c?host=/run/postgres&user=app"), "/run/postgres 5432"],
		[
			{ ...url("postgres://app@one:7/c"), SQLDB_REPLICA_HOSTS: "two" },
			"one 7; two 7",
		],
	])("%j are %s", (settings, expected) => {
		expect(servers(settings)).toBe(expected);
	});

	test.each<[Settings, RegExp]>([
		[{ DB_HOST: "one,/run/postgres" }, /a Unix socket among them/],
		[{ DB_HOST: "," }, /DB_HOST names no server/],
		[{ DB_HOST: "one:0" }, /DB_HOST has "one:0", which is no server/],
		[{ DB_HOST: "one:99999" }, /DB_HOST has "one:99999"/],
		[{ DB_HOST: "[one]" }, /DB_HOST has "\[one\]"/],
		[{ DB_REPLICA_HOSTS: "http://one" }, /DB_REPLICA_HOSTS has "http:/],
		[{ SQLDB_REPLICA_HOSTS: "one" }, /SQLDB_DATABASE_URL is missing/],
		[url("postgres://app@one,/c"), /SQLDB_DATABASE_URL is no address/],
		[url("postgres://app@one,two:x/c"), /SQLDB_DATABASE_URL is no address/],
	])("%j cannot be used", (settings, complaint) => {
		expect(() => readConfig({ ...env, ...settings })).toThrow(complaint);
	});
});
