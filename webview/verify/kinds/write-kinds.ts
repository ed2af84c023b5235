/** Writes the assertion kinds down as the plain data that runs in place of their shapes: bun webview/verify/kinds/write-kinds.ts */
import { join } from "node:path";
import { assertionKinds } from "../shapes.ts";

const path = join(import.meta.dir, "assertion-kinds.json");
await Bun.write(path, JSON.stringify(assertionKinds, null, "\t"));
const biome = join(import.meta.dir, "../../../node_modules/.bin/biome");
Bun.spawnSync([biome, "format", "--write", path]);
