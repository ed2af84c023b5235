/** `npm run test:faults [fault…] [--small] [--list]`: runs the fault list of the service with what it needs of the machine. */
import { ensureNeeds } from "./needs/index.mjs";
import { launcher } from "./step.mjs";

await launcher(async () => {
	const env = await ensureNeeds(["redis", "proxies", "faketime", "strace"]);
	const child = Bun.spawn(
		[process.execPath, "api/test/faults/main.ts", ...Bun.argv.slice(2)],
		{
			stdio: ["ignore", "inherit", "inherit"],
			env: { ...process.env, ...env },
		},
	);
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, () => child.kill(signal));
	return await child.exited;
});
