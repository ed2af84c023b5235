/** A request's address is judged before anything is routed by it: one that is no URL is a 400, one that names no text a 404. */
import { ApiError } from "./errors.ts";
import { textFault } from "./text.ts";

/** Throws `validation_failed` for a Host header or target that makes no URL, `not_found` for a path that is no text. */
export function refuseAddress(request: Request): void {
	const url = URL.parse(request.url);
	if (!url)
		throw new ApiError(
			"validation_failed",
			"The address of the request is no URL. Send a Host header with the name and port of this server.",
		);
	if (!isText(url.pathname))
		throw new ApiError(
			"not_found",
			"There is nothing at this address: its path is not valid UTF-8 text. Check the percent signs in it.",
		);
}

function isText(path: string): boolean {
	try {
		return textFault(decodeURIComponent(path)) === null;
	} catch {
		return false;
	}
}
