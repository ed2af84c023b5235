/** A stream that is known to be open: it may begin with words of ours, and tells when it ends, whoever ends it. */
export function watched(
	response: Response,
	first: string | null,
	ended: () => void,
): Response {
	const reader = response.body?.getReader();
	if (!reader) {
		ended();
		return response;
	}
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			if (first !== null) controller.enqueue(new TextEncoder().encode(first));
		},
		async pull(controller) {
			const { done, value } = await reader.read();
			if (!done) return controller.enqueue(value);
			ended();
			controller.close();
		},
		cancel(reason) {
			ended();
			return reader.cancel(reason);
		},
	});
	return new Response(body, response);
}
