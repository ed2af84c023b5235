/** The extension in VS Code's Node extension host, as on a desktop or a remote machine. */
import { declareSuite } from "./harness/declare.ts";

await declareSuite("Node extension host", "node");
