/** Identifiers in paths: one that is malformed names nothing, and is a 404 (contract, section 2). */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);
