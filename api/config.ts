/** Reads the configuration from the environment, and nowhere else; reports everything missing or malformed at once (contract, section 1). */
import { join } from "node:path";
import {
	type DatabaseAddress,
	readContentDatabase,
	readDatabase,
	readTls,
} from "./config/database.ts";
import type { TokenFile } from "./config/database-token-file.ts";
import { readContentToken } from "./config/database-token-file.ts";
import { type Environment, reader } from "./config/environment-reader.ts";
import type { ChoiceOf } from "./config/environment-variables.ts";
import {
	type Chat,
	type OAuthClientSettings,
	readCacheUrl,
	readChat,
	readOAuthClient,
	readWebhooks,
	signsInLocally,
} from "./config/external-services.ts";
import {
	type ListenerSettings,
	readListeners,
} from "./config/listen-addresses-and-origins.ts";
import {
	type LimitSettings,
	readLimits,
} from "./config/rate-limits-quotas-and-timeouts.ts";
import { readSecrets } from "./config/read-or-generate-secrets.ts";
import { StartupError } from "./config/startup-error.ts";

export type { DatabaseAddress } from "./config/database.ts";
export type {
	LlmSettings,
	OAuthClientSettings,
} from "./config/external-services.ts";
export type {
	AuthorRules,
	BucketSize,
	ClassQuotas,
} from "./config/rate-limits-quotas-and-timeouts.ts";

export interface Config extends ListenerSettings, LimitSettings, Chat {
	/** Absolute: the embedded database and generated secrets. */
	dataDir: string;
	/** Absolute: the packs that a start on the embedded database seeds. */
	packsDir: string;
	/** Absolute: where backups are written; null = not set, and none are listed. */
	backupDir: string | null;
	/** Null = the embedded database in `dataDir`. */
	database: DatabaseAddress | null;
	/** Null = a database of its own beside the platform's. */
	contentDatabase: DatabaseAddress | null;
	/** Null = its password is not in a file. */
	contentToken: TokenFile | null;
	/** Accepted admin secrets, the current one first; empty = generated into `dataDir`. */
	adminSecrets: string[];
	/** Accepted keys of the content API, the current one first; empty = generated into `dataDir`. */
	adminKeys: string[];
	/** Keys that may read what `adminKeys` may change. */
	readOnlyKeys: string[];
	/** What addresses of the chat's visitors are hashed with; null = generated into `dataDir`, or the first of `adminKeys` on a database elsewhere. */
	ipHashSecret: string | null;
	/** Whether read-only keys read visitors' conversations. */
	readOnlyChat: boolean;
	/** Redis or Valkey, for limits and caches that instances share; null = in memory. */
	cacheUrl: string | null;
	webhooks: ReturnType<typeof readWebhooks>;
	/** Null = no identity provider is configured. */
	oauth: OAuthClientSettings | null;
	/** Whether the process is its own identity provider. */
	localSignIn: boolean;
	/** The local identity provider's secret; null = made at the start. */
	localSignInSecret: string | null;
	/** Whether this process is a child of one that has migrated and seeded the databases and that shares its ports among its children. */
	isChild: boolean;
	/** Whether the page shows sign-in. */
	signInShown: boolean;
	/** What is logged: this level and everything above it; null = not set. */
	logLevel: ChoiceOf<"LOG_LEVEL"> | null;
	/** What kind of installation this is, as its operator names it. */
	environment: string;
	/** What is odd and does not keep the program from running, for a person. */
	warnings: string[];
}

const ROOT = join(import.meta.dir, "..");

const NO_SIGN_IN =
	"nobody can sign in: with a database of your own, or an address that others reach, an identity provider is needed; set OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET, or WEB_PUBLIC_FF_AUTH=false if that is meant";

const NO_IP_HASH_SECRET =
	"IP_HASH_SECRET is missing, so that addresses of the chat's visitors are hashed with the first ADMIN_API_KEY, and get other hashes when that is replaced; set it to at least 32 random characters, the same for all instances";

/** Reads the configuration, or throws one StartupError that names every fault. */
export function readConfig(env: Environment = Bun.env): Config {
	const read = reader(env, ROOT);
	const listeners = readListeners(read);
	const tls = readTls(read);
	const database = readDatabase(read, tls);
	const served = database !== null && listeners.serve !== "front";
	const contentDatabase = readContentDatabase(read, tls);
	if (listeners.serve === "front" && !database && !contentDatabase)
		read.faults.push(
			"SERVE=front has no database for content; set SQLDB_DATABASE_URL, or the DB_ settings of the backend",
		);
	const oauth = readOAuthClient(read);
	const localSignIn = signsInLocally(listeners, { database, oauth });
	const signInWanted = read.flag("WEB_PUBLIC_FF_AUTH");
	// A front by itself does not know what its backend has.
	const signsIn = listeners.serve === "front" || oauth !== null || localSignIn;
	if (signInWanted && !signsIn) read.warnings.push(NO_SIGN_IN);
	const chat = readChat(read);
	const [ipHashSecret = null] = readSecrets(
		read,
		"IP_HASH_SECRET",
		false,
		listeners.local,
	);
	/** Whether content is served from a database that is not embedded. */
	const servesContent =
		listeners.serve === "front" || (served && listeners.serve === "all");
	if (chat.llm && servesContent && !ipHashSecret)
		read.warnings.push(NO_IP_HASH_SECRET);
	const config: Config = {
		...listeners,
		...readLimits(read),
		...chat,
		cacheUrl: readCacheUrl(read),
		webhooks: readWebhooks(read),
		ipHashSecret,
		dataDir: read.folder("DATA_DIR"),
		packsDir: read.folder("PACKS_DIR"),
		backupDir: read.optionalPath("BACKUP_DIR") ?? null,
		database,
		contentDatabase,
		contentToken: readContentToken(read),
		adminSecrets: readSecrets(read, "ADMIN_SECRET", served, listeners.local),
		adminKeys: readSecrets(
			read,
			"ADMIN_API_KEY",
			servesContent,
			listeners.local,
		),
		readOnlyKeys: readSecrets(
			read,
			"ADMIN_API_KEY_READONLY",
			false,
			listeners.local,
		),
		readOnlyChat: read.flag("ADMIN_API_KEY_READONLY_CHAT"),
		oauth,
		localSignIn,
		localSignInSecret: null,
		isChild: false,
		signInShown: signInWanted,
		logLevel: read.value("LOG_LEVEL") ? read.choice("LOG_LEVEL") : null,
		environment: read.text("NODE_ENV"),
		warnings: read.warnings,
	};
	if (read.faults.length > 0)
		throw new StartupError(
			[
				"The environment cannot be used:",
				...read.faults.map((fault) => `  - ${fault}`),
				...read.warnings.map((warning) => `  - Warning: ${warning}`),
			].join("\n"),
		);
	return config;
}
