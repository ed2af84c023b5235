/** The platform's database: an operator's Postgres server, or the embedded one. */
import type { Reader } from "./reader.ts";

/** A Postgres server of the operator's. */
export interface DatabaseAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	password: string;
}

/** Null = the embedded database. */
export function readDatabase(read: Reader): DatabaseAddress | null {
	const named = ["DB_HOST", "DB_PORT", "DB_NAME", "DB_USER", "DB_PASSWORD"];
	if (!named.some((name) => read.value(name))) return null;
	for (const name of ["DB_HOST", "DB_NAME", "DB_USER"])
		if (!read.value(name))
			read.faults.push(
				`${name} is missing while other DB_ settings are there; set it, or unset them all to use the embedded database`,
			);
	return {
		host: read.value("DB_HOST") ?? "",
		port: read.whole("DB_PORT", 5432, 65_535),
		database: read.value("DB_NAME") ?? "",
		user: read.value("DB_USER") ?? "",
		password: read.value("DB_PASSWORD") ?? "",
	};
}
