// The native module ends an extension host whose server is gone; the host also watches its server itself.
exports.start = () => {};
exports.exit = (code) => process.exit(code ?? 0);
