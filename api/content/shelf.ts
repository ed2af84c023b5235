/** Where the public's answers are taken from. */
import type { Sql } from "../db.ts";
import type { Page } from "../http/paging.ts";
import {
	type Printed,
	printBundle,
	printItem,
	printList,
} from "./published.ts";

export interface Shelf {
	/** The published item at an address; null when there is none. */
	item(type: string, slug: string): Promise<Printed | null>;
	/** Published items, of one type or all; one page, or all when `page` is null. */
	list(type: string | null, page: Page | null): Promise<Printed>;
	/** All published items, by type. */
	bundle(): Promise<Printed>;
}

export const shelfOf = (sql: Sql): Shelf => ({
	item: async (type, slug) => (await printItem(sql, type, slug)).found,
	list: async (type, page) => (await printList(sql, type, page)).found,
	bundle: async () => (await printBundle(sql)).found,
});
