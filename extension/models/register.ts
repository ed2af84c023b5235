/** Registers what language models use. Its code is loaded with the first call: most windows never need it. */
import * as vscode from "vscode";
import { loadDeferred } from "../load-deferred.ts";
import type { ModelServices } from "./learner.ts";
import { registerMcpServers } from "./mcp-servers.ts";
import type { Models } from "./models.ts";

const PARTICIPANT = "treeline.chat";

export interface ModelRegistration extends vscode.Disposable {
	/** Null in an editor without chat. */
	participant: vscode.ChatParticipant | null;
}

export function registerModels(
	parts: ModelServices & { context: vscode.ExtensionContext },
): ModelRegistration {
	const { extension, extensionUri } = parts.context;
	let created: Models | null = null;
	const models = async () => {
		const { createModels } = await loadDeferred(extensionUri);
		created ??= createModels(parts);
		return created;
	};
	// Editors that are built on VS Code may lack these parts of its API.
	const lm: Partial<typeof vscode.lm> | undefined = vscode.lm;
	const chat: Partial<typeof vscode.chat> | undefined = vscode.chat;
	const names: { name: string }[] =
		extension.packageJSON.contributes.languageModelTools ?? [];
	const tools = names.flatMap(
		({ name }) =>
			lm?.registerTool?.<object>(name, {
				prepareInvocation: async ({ input }) =>
					(await models()).prepareTool(name, input),
				invoke: async ({ input }) => (await models()).invokeTool(name, input),
			}) ?? [],
	);
	const participant =
		chat?.createChatParticipant?.(
			PARTICIPANT,
			async (request, _, stream, token) =>
				(await models()).answer(request, stream, token),
		) ?? null;
	if (participant) {
		participant.iconPath = vscode.Uri.joinPath(
			extensionUri,
			"media",
			"icon.png",
		);
		participant.followupProvider = {
			provideFollowups: async () => (await models()).followups,
		};
	}
	const disposables = vscode.Disposable.from(
		...tools,
		...(participant ? [participant] : []),
		registerMcpServers(parts.context, parts.log),
	);
	return { participant, dispose: () => disposables.dispose() };
}
