/** The bundler writes the file beside the scripts and answers with its path from there. */
declare module "*.wasm" {
	const path: string;
	export default path;
}
