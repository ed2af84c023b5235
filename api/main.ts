/** The entry point: reads the configuration, opens what it serves, in this process or in several, prints where, and stops cleanly. */

import { StartupError } from "./config/startup-error.ts";
import { readConfig } from "./config.ts";
import { openService } from "./open-service-and-listen.ts";
import { version } from "./package.json";
import {
	configOfChild,
	openParentLink,
} from "./processes/child-ipc-and-configuration.ts";
import { openProcesses } from "./processes/prepare-once-and-run-children.ts";
import { type Stop, stopSignal, untilStopped } from "./server/shutdown.ts";
import { bannerFacts, startupBanner } from "./startup-banner.ts";

const began = performance.now();
const say = (line: string) => console.log(line);

async function start(stops: Stop[]): Promise<void> {
	const read = readConfig();
	const facts = { version, environment: read.environment };
	const context = { facts, stopping, stops, say };
	if (parent) {
		const opening = await parent.opening;
		const config = configOfChild(read, opening);
		await openService(config, { ...context, child: { parent, opening } });
		return parent.ready();
	}
	for (const warning of read.warnings) console.warn(`Warning: ${warning}.`);
	const opened =
		read.processes > 1
			? await openProcesses(read, context)
			: await openService(read, { ...context, child: null });
	say(startupBanner(began, bannerFacts(read, opened)));
}

const parent = openParentLink();
const stopping = stopSignal(() => say("Stopping …"), parent);
if (parent) stopping.addEventListener("abort", parent.leave);
try {
	await untilStopped(stopping, start);
	process.exit();
} catch (error) {
	if (!(error instanceof StartupError)) console.error(error);
	else if (parent) await parent.refused(error.message);
	else console.error(`\nTreeline did not start.\n${error.message}`);
	process.exit(1);
}
