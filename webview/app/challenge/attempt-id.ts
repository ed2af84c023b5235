/** A random UUID (version 4) for an attempt. `crypto.randomUUID` would do, but is missing where the page comes over plain HTTP. */
export function newAttemptId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	const view = new DataView(bytes.buffer);
	view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x40);
	view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
		.join("")
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
