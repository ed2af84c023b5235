/** Every answer carries `X-Request-Id`; an inbound one is kept when it is harmless to repeat (contract, section 2). */
import { recordOf } from "./request-context.ts";

/** The request's id: the client's own, or a new UUIDv7; the same for the life of the request. */
export const requestId = (request: Request): string => recordOf(request).id;
