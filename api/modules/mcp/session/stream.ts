/** A stream that is known to be open: it may begin with words of ours, and tells when it ends, whoever ends it. */
export function watched(
	response: Response,
	first: string | null,
	ended: () => void,
): Response {
	const reader = response.body?.getReader();
	let over = false;
	const end = () => {
		if (!over) ended();
		over = true;
	};
	if (!reader) {
		end();
		return response;
	}
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			if (first !== null) controller.enqueue(new TextEncoder().encode(first));
		},
		async pull(controller) {
			const { done, value } = await reader.read().catch((error) => {
				end();
				throw error;
			});
			if (!done) return controller.enqueue(value);
			end();
			controller.close();
		},
		cancel(reason) {
			end();
			return reader.cancel(reason);
		},
	});
	return new Response(body, response);
}
