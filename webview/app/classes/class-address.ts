/** Addresses of classes and join links, and the tokens of links that were made in this visit: the service does not know them any more. */
import { addressOf } from "../router.ts";

export const addressOfClass = (id: string) =>
	`${addressOf.classes}/${encodeURIComponent(id)}`;

/** The link that learners open, with this site's origin. */
export const joinLinkOf = (token: string) => `${location.origin}/join/${token}`;

/** By the class's id. */
export const shownTokens = new Map<string, string>();
