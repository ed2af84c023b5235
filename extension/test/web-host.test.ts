/** The extension in VS Code's web worker extension host, as in an editor that is a web page alone. */
import { declareSuite } from "./harness/declare.ts";

await declareSuite("web worker extension host", "web");
