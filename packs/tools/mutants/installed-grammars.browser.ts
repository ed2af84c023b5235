/** In a browser there are no installed grammars: whoever parses there hands in a reader first. */
export const readInstalledGrammar = async (
	name: string,
): Promise<Uint8Array> => {
	throw new Error(`No reader of ${name} was set.`);
};
