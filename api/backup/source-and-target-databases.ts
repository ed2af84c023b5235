/** The two databases for `npm run backup` and `npm run restore`: connected to as they are, without migrating, beside a Treeline that runs. */
import { StartupError } from "../config/startup-error.ts";
import type { Config, DatabaseAddress } from "../config.ts";
import {
	connect,
	createDatabase,
	type Sql,
} from "../db/connect-and-batch-queries.ts";
import {
	hasCluster,
	runningCluster,
	startEmbedded,
} from "../db/embedded-postgres/start-or-adopt.ts";
import {
	CONTENT,
	contentAddress,
	type Named,
	PLATFORM,
	refusal,
} from "../db/open-databases.ts";
import type { DatabaseName } from "./archive.ts";
import { describeDatabase } from "./queries.ts";

export interface OpenedDatabases extends Record<DatabaseName, Sql> {
	/** For a person: where they are. */
	label: string;
	close(): Promise<void>;
}

type Log = (line: string) => void;

/** For reading: the embedded server is used where it runs, and started where it does not. Throws StartupError. */
export async function openSource(
	config: Config,
	log: Log,
): Promise<OpenedDatabases> {
	const { dataDir, database } = config;
	if (database) return connectBoth(config, database);
	const running = runningCluster(dataDir);
	if (running) return connectBoth(config, { password: "", ...running });
	if (!hasCluster(dataDir))
		throw new StartupError(
			`There is no database in ${dataDir}, so that there is nothing to back up. Set DATA_DIR or DB_HOST as they are set for Treeline.`,
		);
	return openEmbedded(config, log);
}

/** For writing: empty databases, made where they are missing. The embedded server must not run. Throws StartupError. */
export async function openTarget(
	config: Config,
	log: Log,
): Promise<OpenedDatabases> {
	const { dataDir, database } = config;
	if (!database) {
		if (runningCluster(dataDir))
			throw new StartupError(
				`The database in ${dataDir} is in use. Stop Treeline, and set DATA_DIR to a folder that does not exist yet.`,
			);
		return openEmbedded(config, log);
	}
	if (!config.contentDatabase) {
		const sql = connect(database, { connections: 1 });
		const { database: name } = contentAddress(null, database);
		await createDatabase(sql, name)
			.catch((error) => {
				throw refusal(error, { ...database, database: name }, CONTENT);
			})
			.finally(() => sql.end());
	}
	return connectBoth(config, database);
}

async function openEmbedded(
	config: Config,
	log: Log,
): Promise<OpenedDatabases> {
	const { dataDir } = config;
	const cluster = await startEmbedded({ dataDir, log });
	const opened = await openTarget(
		{ ...config, database: { password: "", ...cluster } },
		log,
	).catch(async (error) => {
		await cluster.stop();
		throw error;
	});
	return {
		...opened,
		label: `embedded PostgreSQL in ${dataDir}`,
		close: () => opened.close().finally(() => cluster.stop()),
	};
}

async function connectBoth(
	config: Config,
	own: DatabaseAddress,
): Promise<OpenedDatabases> {
	const beside = contentAddress(config.contentDatabase, own);
	const open = (address: DatabaseAddress) =>
		connect(address, { connections: 2, statementTimeoutMs: 0 });
	const platform = open(own);
	const content = open(beside);
	const close = async () => {
		await Promise.all(
			[platform, content].map((sql) => sql.end({ timeout: 5 })),
		);
	};
	const reach = (sql: Sql, address: DatabaseAddress, named: Named) =>
		describeDatabase(sql).catch((error) => {
			throw refusal(error, address, named);
		});
	try {
		await reach(platform, own, PLATFORM);
		await reach(content, beside, CONTENT);
	} catch (error) {
		await close();
		throw error;
	}
	return {
		platform,
		content,
		label: `PostgreSQL at ${own.host}:${own.port}/${own.database} and ${beside.host}:${beside.port}/${beside.database}`,
		close,
	};
}
