/** Languages of what the interface shows and does not translate, for the `lang` of its elements. */

/** Of packs: their authors' texts have no field for a language. */
export const PACK_LANGUAGE = "en";

/** Of the engine's messages. */
export const ENGINE_LANGUAGE = "en";
