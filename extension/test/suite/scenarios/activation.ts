import * as vscode from "vscode";

describe("activation", () => {
	const extension = vscode.extensions.getExtension("treeline.treeline");
	if (!extension) throw new Error("VS Code knows no treeline.treeline");

	it("activates", async () => {
		await extension.activate();
	});

	it("registers every command that its manifest names", async () => {
		await extension.activate();
		const registered = new Set(await vscode.commands.getCommands(true));
		const missing = extension.packageJSON.contributes.commands
			.map(({ command }: { command: string }) => command)
			.filter((command: string) => !registered.has(command));
		if (missing.length > 0)
			throw new Error(`No command is registered as ${missing.join(", ")}`);
	});
});
