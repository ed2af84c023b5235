// The native logger without a compiler: VS Code's log files, written line by line.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
	level = LEVELS.indexOf("info");
	plain = false;

	constructor(file) {
		this.file = file;
		mkdirSync(dirname(file), { recursive: true });
	}
	write(level, text) {
		const head = `${new Date().toISOString()} [${LEVELS[level]}] `;
		try {
			if (level >= this.level)
				appendFileSync(this.file, this.plain ? text : `${head}${text}\n`);
		} catch {
			// The folder is being removed: nobody will read this line.
		}
	}
	getLevel() {
		return this.level;
	}
	setLevel(level) {
		this.level = level;
	}
	clearFormatters() {
		this.plain = true;
	}
	setPattern() {}
	flush() {}
	drop() {}
}
for (const [level, name] of LEVELS.entries())
	Logger.prototype[name] = function (text) {
		this.write(level, text);
	};

const create = async (_name, file) => new Logger(file);
const ignore = () => {};

// One assignment each: VS Code imports this as a module, and Node finds its names by reading, not by running.
exports.version = "1";
exports.Logger = Logger;
exports.setLevel = ignore;
exports.setFlushOn = ignore;
exports.shutdown = ignore;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
