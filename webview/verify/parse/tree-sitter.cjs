/** For CommonJS bundles, by the condition `commonjs`: the library's own CommonJS build, since its other one asks where it lies. */
module.exports = require("web-tree-sitter");
