/** Declares every environment variable: its kind, default and description. `bun api/ops/environment-variables-table.ts` writes them into `api/ops/README.md`. */

interface Described {
	about: string;
	/** What holds while it is unset, where that is no value of its own. */
	unset?: string;
}

export type Setting = Described &
	(
		| { takes: "text"; standard?: string }
		| { takes: "address" | "secrets" | "list" | "origin" }
		| { takes: "whole"; standard: number; least: number; most: number }
		| { takes: "positive"; standard: number }
		| { takes: "flag"; standard: boolean }
		/** The first is the default. */
		| { takes: readonly [string, ...string[]] }
		/** Relative paths start at the top folder. */
		| { takes: "folder"; standard?: string }
		| { takes: "file" }
		| { takes: "url"; standard: string }
	);

const port = { takes: "whole", least: 0, most: 65_535 } as const;
const capacity = { takes: "whole", least: 1, most: 1_000_000 } as const;
const perSecond = { takes: "positive" } as const;

export const SETTINGS = {
	SERVE: {
		takes: ["all", "front", "backend"],
		about:
			"What this process runs: the public front, the internal backend, or both",
	},
	PROCESSES: {
		takes: "whole",
		standard: 1,
		least: 1,
		most: 64,
		about:
			"How many processes serve on the same ports, on Linux only; more than the machine has cores is of no use",
	},
	HOST: {
		takes: "text",
		standard: "127.0.0.1",
		about:
			"The address on which the front listens; `0.0.0.0` is every address of this machine",
	},
	PORT: {
		...port,
		standard: 3000,
		about: "The front's port; 0 is any free one",
	},
	BACKEND_HOST: {
		takes: "text",
		standard: "127.0.0.1",
		about: "The address on which the backend listens",
	},
	BACKEND_PORT: {
		...port,
		standard: 8080,
		about: "The backend's port; 0 is any free one",
	},
	FRONTEND_URL: {
		takes: "origin",
		unset: "http://localhost and the port",
		about: "The public address, as browsers know it",
	},
	BACKEND_URL: {
		takes: "origin",
		unset: "this process, or with `SERVE=front` 127.0.0.1 and `BACKEND_PORT`",
		about:
			"Where the front finds the backend; `npm run packs -- seed` sends there, too",
	},
	CORS_ORIGINS: {
		takes: "list",
		about: "Origins of other pages that may call with a visitor's session",
	},
	TRUSTED_PROXIES: {
		takes: "list",
		about:
			"Addresses and networks of proxies whose `X-Forwarded-For` is believed, as `10.0.0.0/8`",
	},
	DATA_DIR: {
		takes: "folder",
		standard: ".data",
		about: "The embedded database and generated secrets",
	},
	PACKS_DIR: {
		takes: "folder",
		standard: "packs",
		about: "The packs that a start on the embedded database seeds",
	},
	BACKUP_DIR: {
		takes: "folder",
		unset: "backups are not listed",
		about:
			"The folder that backups are written to, which the page lists for administrators",
	},
	DB_HOST: {
		takes: "text",
		unset: "the embedded database",
		about:
			"A Postgres server of your own; then `DB_NAME` and `DB_USER` are needed, too. Several with commas, as `db-1.example,db-2.example:5433`: the one that takes writes is used",
	},
	DB_PORT: { ...port, standard: 5432, about: "Its port" },
	DB_REPLICA_HOSTS: {
		takes: "list",
		about:
			"Streaming replicas of it that reads may run on, as `replica.example:5433`; all else is as for `DB_HOST`",
	},
	DB_NAME: { takes: "text", about: "The platform's database" },
	DB_USER: { takes: "text", about: "Who connects" },
	DB_PASSWORD: { takes: "text", about: "The password for it" },
	DB_SSLMODE: {
		takes: ["disable", "prefer", "require", "verify-ca", "verify-full"],
		about: "How connections to both databases are encrypted, as libpq has it",
	},
	DB_SSLROOTCERT: {
		takes: "file",
		unset: "the authorities that the runtime knows",
		about: "Certificates of the authorities that are accepted, as PEM",
	},
	SQLDB_DATABASE_URL: {
		takes: "text",
		unset: "`<DB_NAME>_content`, on the platform's server",
		about:
			"The content's database, as `postgres://user@db.example:5432/content`",
	},
	SQLDB_REPLICA_HOSTS: {
		takes: "list",
		about:
			"Streaming replicas of that server that reads may run on; without `SQLDB_DATABASE_URL`, those of `DB_REPLICA_HOSTS` are used",
	},
	SQLDB_AUTH_TOKEN: {
		takes: "text",
		unset: "the password of the address",
		about: "The token that it is opened with",
	},
	SQLDB_AUTH_TOKEN_FILE: {
		takes: "text",
		about: "A file with that token, read for each new connection",
	},
	SQLDB_AUTH_TOKEN_LIFETIME: {
		takes: "whole",
		standard: 604_800,
		least: 0,
		most: 100 * 365 * 86_400,
		about: "Seconds that the token of the file is valid; 0 is for ever",
	},
	CACHE_URL: {
		takes: "text",
		unset: "in memory",
		about:
			"Redis or Valkey, for limits and caches that instances share, as `redis://cache.example:6379`",
	},
	ADMIN_SECRET: {
		takes: "secrets",
		unset: "generated beside the embedded database",
		about:
			"Secrets of the platform's administrators: they seed and moderate; shorter ones are only warned of where nobody else comes",
	},
	ADMIN_API_KEY: {
		takes: "secrets",
		unset: "generated beside the embedded database",
		about:
			"Keys that may change content and use all of MCP; shorter ones are only warned of where nobody else comes",
	},
	ADMIN_API_KEY_READONLY: {
		takes: "secrets",
		about:
			"Keys that may read what the others may change; shorter ones are only warned of where nobody else comes",
	},
	ADMIN_API_KEY_READONLY_CHAT: {
		takes: "flag",
		standard: false,
		about: "Whether those keys read visitors' conversations, too",
	},
	IP_HASH_SECRET: {
		takes: "secrets",
		unset:
			"generated beside the embedded database; elsewhere the first `ADMIN_API_KEY`",
		about:
			"What addresses of the chat's visitors are hashed with; a shorter one is only warned of where nobody else comes",
	},
	OAUTH_CLIENT_ID: {
		takes: "text",
		about: "The application's id at the identity provider",
	},
	OAUTH_CLIENT_SECRET: { takes: "text", about: "Its secret" },
	OAUTH_AUTHORIZE_URL: {
		takes: "url",
		standard: "https://github.com/login/oauth/authorize",
		about: "Where sign-in begins; all three addresses belong to one provider",
	},
	OAUTH_TOKEN_URL: {
		takes: "url",
		standard: "https://github.com/login/oauth/access_token",
		about: "Where a code is exchanged",
	},
	OAUTH_PROFILE_URL: {
		takes: "url",
		standard: "https://api.github.com/user",
		about: "Where the profile is read",
	},
	OAUTH_SCOPES: {
		takes: "text",
		about: "The scopes to request, separated by spaces",
	},
	WEB_PUBLIC_FF_AUTH: {
		takes: "flag",
		standard: true,
		about: "Whether the page offers sign-in",
	},
	LLM_BASE_URL: {
		takes: "address",
		unset: "no chat",
		about: "A language model that speaks OpenAI's chat completions",
	},
	LLM_MODEL: { takes: "text", about: "The model's name there" },
	LLM_API_KEY: {
		takes: "text",
		about: "The key for it, if it asks for one",
	},
	CHAT_REQUEST_TIMEOUT_MS: {
		takes: "whole",
		standard: 60_000,
		least: 1,
		most: 600_000,
		about: "Milliseconds that a reply of the chat may take as a whole",
	},
	WEBHOOK_DELIVERY: {
		takes: "flag",
		standard: true,
		about:
			"Whether webhooks are sent; with `false` they wait, as in a copy of a server that is tried out",
	},
	WEBHOOK_ALLOWED_NETWORKS: {
		takes: "list",
		about:
			"Addresses and networks that webhooks may go to although they are private, as `10.0.0.0/8`; without encryption, too",
	},
	WEBHOOK_TIMEOUT_MS: {
		takes: "whole",
		standard: 20_000,
		least: 100,
		most: 30_000,
		about: "Milliseconds that a receiver of webhooks may take to answer",
	},
	CHAT_RETENTION_DAYS: {
		takes: "whole",
		standard: 30,
		least: 1,
		most: 36_500,
		about:
			"Days after its end that a conversation is stored, with the hash of its visitor's address, and after a sign-in its user agent",
	},
	PUBLISHING: {
		takes: ["anyone", "approval", "authors"],
		about:
			"Who shows packs to others: `anyone`, learners after a moderator's `approval`, or `authors` only",
	},
	AUTHOR_MAX_PACKS: {
		takes: "whole",
		standard: 100,
		least: 0,
		most: 1_000_000,
		about: "Packs that one account may have",
	},
	AUTHOR_MAX_BYTES: {
		takes: "whole",
		standard: 50_000_000,
		least: 0,
		most: 1_000_000_000_000,
		about:
			"Bytes of the challenges in one account's packs, with deleted ones that stay for their attempts",
	},
	CLASS_MAX_CLASSES: {
		takes: "whole",
		standard: 50,
		least: 0,
		most: 1_000_000,
		about: "Classes that one account may teach; with 0, nobody makes any",
	},
	CLASS_MAX_MEMBERS: {
		takes: "whole",
		standard: 500,
		least: 1,
		most: 10_000,
		about: "Learners that one class may have",
	},
	ATTEMPT_FILES_MAX_BYTES: {
		takes: "whole",
		standard: 50_000_000,
		least: 0,
		most: 1_000_000_000_000,
		about:
			"Bytes of the files that are kept with one account's attempts; the oldest of those that did not pass go first",
	},
	PACK_RATE_LIMIT_CAPACITY: {
		...capacity,
		standard: 600,
		about: "Reads of packs and challenges by one address at once",
	},
	PACK_RATE_LIMIT_REFILL_RATE: {
		...perSecond,
		standard: 60,
		about: "More of them each second",
	},
	CONTENT_RATE_LIMIT_CAPACITY: {
		...capacity,
		standard: 60,
		about: "Reads of content, and searches, by one address at once",
	},
	CONTENT_RATE_LIMIT_REFILL_RATE: {
		...perSecond,
		standard: 10,
		about: "More of them each second",
	},
	SIGN_IN_RATE_LIMIT_CAPACITY: {
		...capacity,
		standard: 60,
		about: "Sign-ins begun by one address at once",
	},
	SIGN_IN_RATE_LIMIT_REFILL_RATE: {
		...perSecond,
		standard: 0.5,
		about: "More of them each second",
	},
	RATE_LIMIT_CAPACITY: {
		...capacity,
		standard: 5,
		about: "Turns of the chat by one address at once",
	},
	RATE_LIMIT_REFILL_RATE: {
		...perSecond,
		standard: 0.333,
		about: "More of them each second",
	},
	REQUEST_TIMEOUT_MS: {
		takes: "whole",
		standard: 30_000,
		least: 0,
		most: 600_000,
		about:
			"Milliseconds that a request and each of its statements may take; 0 is any time",
	},
	SHUTDOWN_GRACE_MS: {
		takes: "whole",
		standard: 10_000,
		least: 0,
		most: 600_000,
		about: "Milliseconds that a stop waits for requests under way",
	},
	SHUTDOWN_DELAY_MS: {
		takes: "whole",
		standard: 0,
		least: 0,
		most: 600_000,
		about:
			"Milliseconds at the beginning of a stop in which requests are answered as before while readiness fails, for a balancer that asks it to notice",
	},
	LOG_LEVEL: {
		takes: ["info", "trace", "debug", "warn", "error", "fatal", "silent"],
		about:
			"The lowest level that is logged; unset, `warn` on a terminal and `info` elsewhere",
	},
	NODE_ENV: {
		takes: "text",
		standard: "development",
		about: "What kind of installation this is, as its operator names it",
	},
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The settings of this shape. */
export type SettingOf<Shape> = {
	[Name in SettingName]: (typeof SETTINGS)[Name] extends Shape ? Name : never;
}[SettingName];

/** What a choice can be. */
export type ChoiceOf<Name extends SettingOf<{ takes: readonly string[] }>> =
	(typeof SETTINGS)[Name]["takes"][number];
