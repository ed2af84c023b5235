/** A child process of `PROCESSES`: its configuration, the check of its siblings, and its side of the channel to the parent (limits, metrics). */

import type { Config } from "../config.ts";
import type { Check } from "../modules/health/readiness-checks.ts";
import { withDeadline } from "../server/promise-timeout.ts";
import {
	CHILD,
	type Draw,
	type Drawn,
	type FromChild,
	type FromParent,
	type LimitKind,
	type Opening,
	type Snapshot,
} from "./parent-child-message-types.ts";

export interface ParentLink {
	/** What the parent gives, once its databases are migrated. */
	opening: Promise<Opening>;
	/** Says that this child could serve; resolves when it is to listen. */
	prepared(): Promise<void>;
	/** Says that it listens. */
	ready(): void;
	/** Says, for a person, why it cannot start. Resolves when that is sent. */
	refused(message: string): Promise<void>;
	/** Declares a limit; from then on draws from it. Null when the parent does not answer in time. */
	limit(
		name: string,
		kind: LimitKind,
	): (step: Draw[1], key: string) => Promise<Drawn | null>;
	/** The metrics of all processes, as Prometheus reads them. */
	exposition(): Promise<string>;
	/** From now on `snapshot` is this child's part of them. */
	onCollect(snapshot: () => Promise<Snapshot>): void;
	/** Whether all children of the parent are ready. */
	isComplete(): boolean;
	/** From now on nothing is waited for: what waits rejects. */
	leave(): void;
	/** Calls `stop` when the parent asks this child to. */
	onStop(stop: () => void): void;
}

/** In milliseconds: what the parent may take to answer. It does nothing else, so a longer wait is a fault. */
const DRAW_MS = 5000;
const EXPOSE_MS = 15_000;

/** The link of a process that was started as a child; null in any other. */
export function openParentLink(): ParentLink | null {
	const sendToParent = process.send?.bind(process);
	if (process.argv[2] !== CHILD || !sendToParent) return null;
	const send = (message: FromChild) => {
		if (process.connected) sendToParent(message);
	};
	const opening = Promise.withResolvers<Opening>();
	const permission = Promise.withResolvers<void>();
	for (const { promise } of [opening, permission]) promise.catch(() => {});
	const answers = new Map<number, (answer: never) => void>();
	let nextId = 0;
	let complete = false;
	let stop = () => {};
	let collect = async (): Promise<Snapshot> => [];

	const ask = <Answer>(
		message: (id: number) => FromChild,
		ms: number,
	): Promise<Answer | null> => {
		const id = nextId++;
		const answer = new Promise<Answer>((resolve) => answers.set(id, resolve));
		send(message(id));
		return withDeadline(answer, ms, null).finally(() => answers.delete(id));
	};
	const settle = (id: number, answer: unknown) =>
		answers.get(id)?.(answer as never);

	process.on("message", (message: FromParent) => {
		if (message.type === "open") opening.resolve(message.opening);
		else if (message.type === "listen") permission.resolve();
		else if (message.type === "stop") stop();
		else if (message.type === "complete") complete = message.complete;
		else if (message.type === "drawn") settle(message.id, message.drawn);
		else if (message.type === "exposed") settle(message.id, message.text);
		else
			void collect().then((snapshot) =>
				send({ type: "snapshot", id: message.id, snapshot }),
			);
	});
	// Without its parent it has no database; it frees its ports at once for another start.
	process.on("disconnect", () => process.exit(1));

	const draw = batchDraws((draws) =>
		ask<Drawn[]>((id) => ({ type: "draw", id, draws }), DRAW_MS),
	);
	return {
		opening: opening.promise,
		prepared() {
			send({ type: "prepared" });
			return permission.promise;
		},
		ready: () => send({ type: "ready" }),
		refused: (message) =>
			new Promise((resolve) => {
				sendToParent({ type: "refused", message }, undefined, undefined, () =>
					resolve(),
				);
				setTimeout(resolve, DRAW_MS);
			}),
		limit(name, kind) {
			send({ type: "limit", name, kind });
			return (step, key) => draw([name, step, key]);
		},
		async exposition() {
			const text = await ask<string>(
				(id) => ({ type: "expose", id }),
				EXPOSE_MS,
			);
			if (text === null) throw new Error("the parent process does not answer");
			return text;
		},
		onCollect(snapshot) {
			collect = snapshot;
		},
		isComplete: () => complete,
		leave() {
			for (const { reject } of [opening, permission])
				reject(new Error("this process is to stop"));
		},
		onStop(callback) {
			stop = callback;
		},
	};
}

/** Sends what is drawn in one turn of the event loop as one message: a message each would cost more than most requests. */
function batchDraws(ask: (draws: Draw[]) => Promise<Drawn[] | null>) {
	let batch: { draws: Draw[]; drawn: Promise<Drawn[] | null> } | null = null;
	return async (draw: Draw): Promise<Drawn | null> => {
		if (!batch) {
			const draws: Draw[] = [];
			const drawn = new Promise<void>((resolve) => setImmediate(resolve)).then(
				() => {
					batch = null;
					return ask(draws);
				},
			);
			batch = { draws, drawn };
		}
		const place = batch.draws.push(draw) - 1;
		return (await batch.drawn)?.[place] ?? null;
	};
}

/** The configuration that was read, with what the parent gives. */
export const configOfChild = (
	config: Config,
	{ port, backendPort, embedded, ...given }: Opening,
): Config => ({
	...config,
	port,
	backendPort,
	database: config.database ?? embedded,
	adminSecrets: given.adminSecrets,
	adminKeys: given.adminKeys,
	ipHashSecret: given.ipHashSecret,
	localSignInSecret: given.localSignInSecret,
	isChild: true,
});

/** Fails while a child is missing: the others serve, with less than all of the service's power. */
export const siblingCheck = (
	parent: Pick<ParentLink, "isComplete">,
): Check => ({
	name: "processes",
	critical: false,
	isNamedOnFailureOnly: true,
	works: async () => parent.isComplete(),
});
