/** Languages of what others than the interface say, for the `lang` of its elements. */

/** Of packs: their authors' texts have no field for a language. */
export const PACK_LANGUAGE = "en";

/** Of what is sent to the service. */
export const SERVICE_LANGUAGE = "en";
