/** Offers the MCP endpoint of the configured service to VS Code, for whoever has a key. The key is sent only to the service that it was entered for. */
import * as vscode from "vscode";
import { serverAddress } from "../session/service.ts";
import { showErrors } from "../user-error.ts";

/** What VS Code has had since 1.101; an older one has no MCP. */
interface McpApi {
	lm?: {
		registerMcpServerDefinitionProvider?(
			id: string,
			provider: McpServers,
		): vscode.Disposable;
	};
	McpHttpServerDefinition: new (
		label: string,
		uri: vscode.Uri,
		headers?: Record<string, string>,
		version?: string,
	) => McpServer;
}
export interface McpServer {
	readonly label: string;
	uri: vscode.Uri;
	headers: Record<string, string>;
}
export interface McpServers extends vscode.Disposable {
	onDidChangeMcpServerDefinitions: vscode.Event<void>;
	provideMcpServerDefinitions(): Promise<McpServer[]>;
	resolveMcpServerDefinition(server: McpServer): Promise<McpServer>;
}

// By name: the whole of the API as one value would load every part of it.
const lm = (vscode as unknown as McpApi).lm;
const McpHttpServerDefinition = (vscode as unknown as McpApi)
	.McpHttpServerDefinition;
const SECRET = "treeline.mcpKey";

type McpContext = Pick<vscode.ExtensionContext, "secrets" | "extension">;

interface StoredKey {
	server: string;
	key: string;
}

/** Registers the servers and `treeline.setMcpKey`. */
export function registerMcpServers(
	context: McpContext,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	const servers = createMcpServers(context);
	const registered = lm?.registerMcpServerDefinitionProvider?.(
		"treeline.mcp",
		servers,
	);
	return vscode.Disposable.from(
		servers,
		...(registered ? [registered] : []),
		vscode.commands.registerCommand("treeline.setMcpKey", () =>
			showErrors(log, () => setKey(context.secrets)),
		),
	);
}

export function createMcpServers({
	secrets,
	extension,
}: McpContext): McpServers {
	const changed = new vscode.EventEmitter<void>();
	const listening = vscode.Disposable.from(
		changed,
		secrets.onDidChange(({ key }) => {
			if (key === SECRET) changed.fire();
		}),
		vscode.workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration("treeline.server")) changed.fire();
		}),
	);
	/** The key for the configured service; null without one. */
	const currentKey = async (): Promise<StoredKey | null> => {
		const stored: StoredKey | null = JSON.parse(
			(await secrets.get(SECRET)) ?? "null",
		);
		return stored?.server === serverAddress() ? stored : null;
	};
	return {
		onDidChangeMcpServerDefinitions: changed.event,
		async provideMcpServerDefinitions() {
			const stored = await currentKey();
			if (!stored) return [];
			const uri = vscode.Uri.parse(`${stored.server}/api/mcp`);
			const { version } = extension.packageJSON;
			return [new McpHttpServerDefinition("Treeline", uri, {}, version)];
		},
		// Here, and not before: what is provided is shown and stored.
		async resolveMcpServerDefinition(server) {
			const stored = await currentKey();
			if (stored && server.uri.toString().startsWith(`${stored.server}/`))
				server.headers = { ...server.headers, "X-Admin-Key": stored.key };
			return server;
		},
		dispose: () => listening.dispose(),
	};
}

async function setKey(secrets: vscode.SecretStorage): Promise<void> {
	const server = serverAddress();
	const key = await vscode.window.showInputBox({
		title: vscode.l10n.t("Set Key for MCP"),
		prompt: vscode.l10n.t(
			"An admin key of {0}. Leave it empty to remove the key.",
			server,
		),
		password: true,
		ignoreFocusOut: true,
	});
	if (key === undefined) return;
	if (key.trim() === "") return secrets.delete(SECRET);
	const stored: StoredKey = { server, key: key.trim() };
	await secrets.store(SECRET, JSON.stringify(stored));
}
