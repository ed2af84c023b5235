/** Paths of the build. */
import { join } from "node:path";

export const webview = join(import.meta.dir, "..");
export const root = join(webview, "..");
export const output = join(root, ".build/page");
/** Record of the inputs of the build in `output`. */
export const record = join(output, "build.json");
export const compressed = join(root, ".build/brotli");
