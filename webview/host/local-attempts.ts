/** Verified answers with their files, kept in this browser's IndexedDB for each learner and challenge, so that none is lost. */
import type {
	ChallengeKey,
	KeptAttempt,
	LocalAttempt,
	LocalAttempts,
} from "./host.ts";
import type { LocalUserStore } from "./local-user.ts";

const DATABASE = "treeline";
const STORE = "attempts";
const BY_CHALLENGE = "by-challenge";

/** Most attempts that are kept of one challenge and learner; those that did not pass go first, the oldest of them before others. */
const MAX_OF_CHALLENGE = 50;

interface StoredAttempt extends KeptAttempt {
	/** Id of the learner; empty when signed out. */
	owner: string;
}

export interface LocalAttemptStore extends LocalAttempts {
	/** Makes what was kept while signed out the learner's. Never rejects: what stays behind is adopted at the next sign-in. */
	adopt(owner: string): Promise<void>;
	/** Removes all attempts of this learner. */
	removeAllOf(owner: string): Promise<void>;
}

export function createLocalAttempts(
	localUser: Pick<LocalUserStore, "read">,
): LocalAttemptStore {
	let opened: Promise<IDBDatabase> | null = null;
	let adoption = Promise.resolve();
	const open = () => {
		opened ??= openDatabase().catch((error) => {
			opened = null;
			throw error;
		});
		return opened;
	};
	/** Runs `work` in one transaction; resolves once that is complete. */
	const transact = async <Result>(
		mode: IDBTransactionMode,
		work: (store: IDBObjectStore) => Promise<Result>,
	): Promise<Result> => {
		const transaction = (await open()).transaction(STORE, mode);
		const complete = new Promise<void>((resolve, reject) => {
			transaction.oncomplete = () => resolve();
			transaction.onabort = () => reject(transaction.error);
		});
		const [result] = await Promise.all([
			work(transaction.objectStore(STORE)),
			complete,
		]);
		return result;
	};
	const owner = () => localUser.read()?.id ?? "";
	const allBy = (store: IDBObjectStore, of: string) =>
		resultOf<StoredAttempt[]>(
			store.index(BY_CHALLENGE).getAll(IDBKeyRange.bound([of], [of, []])),
		);
	const changeAllBy = (
		of: string,
		change: (store: IDBObjectStore, attempt: StoredAttempt) => unknown,
	) =>
		transact("readwrite", async (store) => {
			for (const attempt of await allBy(store, of)) change(store, attempt);
		});
	const allOf = (store: IDBObjectStore, of: string, key: ChallengeKey) =>
		resultOf<StoredAttempt[]>(
			store.index(BY_CHALLENGE).getAll([of, nameOf(key)]),
		);
	return {
		async list(key) {
			// A learner may sign in while the database opens: the attempts are read after they were adopted.
			await open();
			await adoption;
			const found = await transact("readonly", (store) =>
				allOf(store, owner(), key),
			);
			return found.sort(newestFirst);
		},
		async all() {
			await open();
			await adoption;
			return transact("readonly", (store) => allBy(store, owner()));
		},
		async keep(key, attempt) {
			const of = owner();
			const stored: StoredAttempt = {
				...attempt,
				owner: of,
				challenge: nameOf(key),
			};
			await transact("readwrite", async (store) => {
				store.put(stored);
				// A page that is left at once aborts what is not committed.
				store.transaction.commit();
			});
			await transact("readwrite", async (store) => {
				const surplus = await allOf(store, of, key);
				for (const { id } of surplus.sort(lastToGo).slice(MAX_OF_CHALLENGE))
					store.delete(id);
			});
		},
		adopt(owner) {
			adoption = changeAllBy("", (store, attempt) =>
				store.put({ ...attempt, owner }),
			).catch(() => {});
			return adoption;
		},
		async removeAllOf(owner) {
			await adoption;
			await changeAllBy(owner, (store, { id }) => store.delete(id));
		},
	};
}

const nameOf = ({ pack, challenge }: ChallengeKey) => `${pack}/${challenge}`;

const newestFirst = (one: LocalAttempt, other: LocalAttempt) =>
	one.at < other.at ? 1 : -1;

/** Passes before others, each the newest first. */
const lastToGo = (one: LocalAttempt, other: LocalAttempt) =>
	Number(other.passed) - Number(one.passed) || newestFirst(one, other);

function openDatabase(): Promise<IDBDatabase> {
	const request = indexedDB.open(DATABASE, 1);
	request.onupgradeneeded = () =>
		request.result
			.createObjectStore(STORE, { keyPath: "id" })
			.createIndex(BY_CHALLENGE, ["owner", "challenge"]);
	return resultOf(request);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
