/** What VS Code puts into a panel's page; absent in a browser tab. */
declare const acquireVsCodeApi:
	| undefined
	| (() => import("./panel.ts").EditorApi);
