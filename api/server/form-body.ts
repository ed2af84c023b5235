/** Reads a posted form: small, and in the one encoding that forms of this site use. */
import { ApiError } from "./errors.ts";
import { readBytes } from "./json-body.ts";

/** In bytes; the forms have a field or two. */
const LARGEST = 8192;

/** Throws `unsupported_media_type` or `payload_too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
	const type = request.headers.get("content-type") ?? "";
	if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
		throw new ApiError(
			"unsupported_media_type",
			"Send the form as a browser does, with the header Content-Type: application/x-www-form-urlencoded.",
		);
	const bytes = await readBytes(request, LARGEST);
	return new URLSearchParams(new TextDecoder().decode(bytes));
}
