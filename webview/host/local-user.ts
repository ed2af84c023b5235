/**
 * Law: what a browser keeps of a learner belongs to one person. Signed out it is nobody's, and whoever signs in next takes it along,
 * once and whole; from then on it is theirs alone, and no one else who signs in here sees or sends it. A session that ends by itself
 * turns no page: only signing out does, or somebody else's signing in.
 */
import type { FileEntry } from "@treeline/verify/shapes";
import { DRAFT, isFiles, PREVIOUS } from "./local-records.ts";
import { further, isProgress, NOTHING } from "./progress.ts";
import { listenersOf } from "./signal.ts";
import type { Shelf } from "./storage.ts";

export interface Person {
	id: string;
	name: string;
}

export interface Owner {
	/** Whose work the page shows; null = nobody's. Other tabs of this browser show the same. */
	read(): Person | null;
	/** Turns the page to a person, who takes along what is nobody's, or to nobody. */
	become(person: Person | null): void;
	/** Told when the page turns, in this tab or in another one. */
	watch(listener: () => void): () => void;
	/** The records of whoever it is now. */
	readonly shelf: Shelf;
}

const KEY = "person";
const PROGRESS = "progress:";

export function createOwner(shelf: Shelf): Owner {
	const turned = listenersOf();
	const read = () => shelf.read(KEY, isPerson);
	/** In front of the names of the owner's records; nobody's have nothing there, so that they are found as they always were. */
	const room = () => roomOf(read());
	let seen = read()?.id;
	const look = () => {
		const now = read()?.id;
		if (now === seen) return;
		seen = now;
		turned.tell();
	};
	shelf.watch(look);
	return {
		read,
		watch: turned.add,
		become(person) {
			if (person) takeAlong(shelf, roomOf(person));
			if (person) shelf.write(KEY, { id: person.id, name: person.name });
			else shelf.remove(KEY);
			look();
		},
		shelf: {
			...shelf,
			read: (key, isRecord) => shelf.read(room() + key, isRecord),
			write: (key, value) => shelf.write(room() + key, value),
			remove: (key) => shelf.remove(room() + key),
			setAside: (key) => shelf.setAside(room() + key),
			keys(prefix) {
				const front = room();
				return shelf
					.keys(front + prefix)
					.map((name) => name.slice(front.length));
			},
			watch(listener) {
				const stops = [shelf.watch(listener), turned.add(listener)];
				return () => {
					for (const stop of stops) stop();
				};
			},
		},
	};
}

const roomOf = (person: Person | null) => (person ? `of:${person.id}:` : "");

/** Moves nobody's progress and files into `room`. Progress only rises; of two drafts the one just typed stays, the other is set aside. */
function takeAlong(shelf: Shelf, room: string): void {
	for (const key of shelf.keys(PROGRESS)) {
		const mine = shelf.read(key, isProgress);
		if (!mine) continue;
		const theirs = shelf.read(room + key, isProgress) ?? NOTHING;
		shelf.write(room + key, further(theirs, mine));
		shelf.remove(key);
	}
	for (const key of [...shelf.keys(DRAFT), ...shelf.keys(PREVIOUS)]) {
		const typed: FileEntry[] | null = shelf.read(key, isFiles);
		if (!typed) continue;
		shelf.setAside(room + key);
		shelf.write(room + key, typed);
		shelf.remove(key);
	}
}

function isPerson(value: unknown): value is Person {
	const person = value as Partial<Person> | null;
	return typeof person?.id === "string" && typeof person.name === "string";
}
