/** Registers what language models use. Its code is a bundle of its own, loaded with the first call: most windows never need it. */
import * as vscode from "vscode";
import type { ModelServices } from "./learner.ts";
import type { Models } from "./models.ts";

/** The bundle in the package's `dist`. */
const BUNDLE = "models.js";

const PARTICIPANT = "treeline.chat";

export interface ModelRegistration extends vscode.Disposable {
	/** Null in an editor without chat. */
	participant: vscode.ChatParticipant | null;
}

export function registerModels(
	parts: ModelServices & { context: vscode.ExtensionContext },
): ModelRegistration {
	const { extension, extensionUri } = parts.context;
	let loading: Promise<Models> | null = null;
	const models = () => {
		loading ??= load(extensionUri)
			.then(({ createModels }) => createModels(parts))
			.catch((error) => {
				loading = null;
				throw error;
			});
		return loading;
	};
	// Editors that are built on VS Code may lack these parts of its API.
	const { lm, chat } = vscode as Partial<typeof vscode>;
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
	return {
		participant,
		dispose: () =>
			vscode.Disposable.from(
				...tools,
				...(participant ? [participant] : []),
			).dispose(),
	};
}

/** Evaluates the bundle as VS Code evaluates an extension in a web host, where no file can be required. */
async function load(
	extensionUri: vscode.Uri,
): Promise<typeof import("./models.ts")> {
	const file = vscode.Uri.joinPath(extensionUri, "dist", BUNDLE);
	const source = new TextDecoder().decode(
		await vscode.workspace.fs.readFile(file),
	);
	const module = { exports: {} as typeof import("./models.ts") };
	new Function("module", "exports", "require", source)(
		module,
		module.exports,
		() => vscode,
	);
	return module.exports;
}
