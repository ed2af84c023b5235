/** The script of a web worker, from a URL or a blob. */
import { serve } from "./main.ts";

serve({
	post: (message) => self.postMessage(message),
	listen: (handle) =>
		self.addEventListener("message", ({ data }) => handle(data)),
});
