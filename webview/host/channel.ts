/** Two ends of one line: each side calls the other by name, and every call is answered by a result or an error, never by silence. */
import { t } from "../l10n/l10n.ts";

/** What one side offers: the names, and what each takes and gives. */
export type Offer = Record<string, { takes: unknown; gives: unknown }>;

export type Handlers<Mine extends Offer> = {
	[Name in keyof Mine]: (
		takes: Mine[Name]["takes"],
	) => Promise<Mine[Name]["gives"]> | Mine[Name]["gives"];
};

/** What went wrong on the other side, in words that may be shown. */
export interface Refusal {
	code: string;
	/** What happened. */
	detail: string;
	/** What to do about it. */
	nextStep: string;
}

export type Message =
	| { kind: "call"; id: number; name: string; takes: unknown }
	| { kind: "answer"; id: number; gives: unknown }
	| { kind: "answer"; id: number; refusal: Refusal };

export interface Channel<Theirs extends Offer> {
	call<Name extends keyof Theirs & string>(
		name: Name,
		takes: Theirs[Name]["takes"],
	): Promise<Theirs[Name]["gives"]>;
	/** Hands in what arrived, of whatever shape; what is no message is answered where it can be, and otherwise dropped. */
	receive(message: unknown): void;
	/** Rejects every call under way: who was to answer has gone, another may come. */
	abandon(reason: string): void;
	/** Abandons, and rejects later calls at once. */
	close(reason: string): void;
}

export interface ChannelOptions<Mine extends Offer> {
	post(message: Message): void;
	handlers: Handlers<Mine>;
	/** What is wrong with a call's argument; null when it fits. */
	fault?(name: keyof Mine & string, takes: unknown): string | null;
	/** Puts an exception of a handler into words. */
	refusal(error: unknown): Refusal;
	/** Makes what a caller catches of a refusal. */
	error?(refusal: Refusal): Error;
}

export function createChannel<Mine extends Offer, Theirs extends Offer>(
	options: ChannelOptions<Mine>,
): Channel<Theirs> {
	const { post, handlers, fault = () => null, refusal } = options;
	const failure = options.error ?? ((one) => new Error(one.detail));
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	let last = 0;
	let closed: string | null = null;

	const answer = async (id: number, name: string, takes: unknown) => {
		try {
			if (!Object.hasOwn(handlers, name)) throw notInProtocol(name);
			const wrong = fault(name, takes);
			if (wrong !== null) throw notInProtocol(name, wrong);
			const handler = handlers[name] as (takes: unknown) => unknown;
			post({ kind: "answer", id, gives: (await handler(takes)) ?? null });
		} catch (error) {
			const words = error instanceof Misspoken ? error.refusal : refusal(error);
			post({ kind: "answer", id, refusal: words });
		}
	};
	const abandon = (reason: string) => {
		for (const call of waiting.values()) call.reject(new Error(reason));
		waiting.clear();
	};
	return {
		call(name, takes) {
			if (closed !== null) return Promise.reject(new Error(closed));
			const id = ++last;
			const call = Promise.withResolvers<unknown>();
			waiting.set(id, call);
			post({ kind: "call", id, name, takes });
			return call.promise as Promise<never>;
		},
		receive(message) {
			const heard = message as Partial<Record<string, unknown>> | null;
			if (typeof heard !== "object" || heard === null) return;
			const { kind, id, name, takes } = heard;
			if (typeof id !== "number") return;
			if (kind === "call") return void answer(id, String(name), takes);
			const call = kind === "answer" ? waiting.get(id) : undefined;
			if (!call) return;
			waiting.delete(id);
			if (heard.refusal) call.reject(failure(heard.refusal as Refusal));
			else call.resolve(heard.gives);
		},
		abandon,
		close(reason) {
			closed = reason;
			abandon(reason);
		},
	};
}

/** A message that is not in the protocol: the fault of whoever sent it. */
class Misspoken extends Error {
	constructor(readonly refusal: Refusal) {
		super(refusal.detail);
	}
}

function notInProtocol(name: string, wrong?: string): Misspoken {
	return new Misspoken({
		code: "not_in_protocol",
		detail: wrong
			? t('The message "{0}" is not understood: {1}.', name.slice(0, 60), wrong)
			: t('There is no message "{0}".', name.slice(0, 60)),
		nextStep: t("Close the panel and open the challenge again."),
	});
}
