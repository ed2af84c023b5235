/** What a change of content is to clients: resources that are others now, and whether the list of them is. */
import type { Revised } from "../../content/changes/queries.ts";
import { BUNDLE, itemAddress, TYPES } from "./resources.ts";

/** Something that clients want to be told of; null = the list of resources. */
export interface News {
	/** The same for every process that tells of it. */
	change: string;
	uri: string | null;
}

export function newsOf(revised: Revised): News[] {
	const { revision, type, slugs, changeType, published, wasPublished } =
		revised;
	const counted = changeType !== "updated" || published !== wasPublished;
	const listed = counted || slugs.length > 1;
	const uris = [
		...slugs.map((slug) => itemAddress(type, slug)),
		...(published || wasPublished ? [BUNDLE] : []),
		...(counted ? [TYPES] : []),
	];
	return [
		...uris.map((uri) => ({ change: `${revision} ${uri}`, uri })),
		...(listed ? [{ change: `${revision} list`, uri: null }] : []),
	];
}
