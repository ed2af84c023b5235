/** What is not needed while the extension starts, as a bundle of its own: everything that works with schemas, the studio, what is due again, and what language models use. */
import { useEditorLanguage } from "./shared-texts.ts";

export { dueOf } from "@treeline/packs/practice";
export { checksIn, tryCheck } from "./authoring/checks.ts";
export { newChallenge } from "./authoring/new-challenge.ts";
export { readPackFile, readPackFolder } from "./authoring/read-pack.ts";
export { validatePack } from "./authoring/validate.ts";
export { createModels } from "./models/models.ts";
export { requestFault } from "./panel/rpc-validation.ts";
export { choosePlace } from "./studio/choose-place.ts";
export { packAround } from "./studio/find-pack.ts";
export { openStudioPanel } from "./studio/panel.ts";

useEditorLanguage();
