/** Where the build reads and writes. */
import { join } from "node:path";

export const webview = join(import.meta.dir, "..");
export const root = join(webview, "..");
export const output = join(root, ".build/page");
/** What was read for the build that stands in `output`, by which staleness is known. */
export const record = join(output, "build.json");
export const compressed = join(root, ".build/brotli");
