/** Fetches a file. Rejects with its address, what came instead, and `nextStep`. */
export async function fetchBytes(
	url: string,
	nextStep: string,
): Promise<Uint8Array<ArrayBuffer>> {
	const response = await fetch(url).catch((error) => {
		throw new Error(
			`${url} could not be loaded (${error.message}); ${nextStep}.`,
			{ cause: error },
		);
	});
	if (response.ok) return new Uint8Array(await response.arrayBuffer());
	throw new Error(
		`${url} could not be loaded (status ${response.status}); ${nextStep}.`,
	);
}
