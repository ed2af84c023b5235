/** What each assertion kind means: one line per kind. The type makes a missing one an error that names it. */

import type { AssertionType } from "../shapes.ts";
import { classDeclaration } from "./classDeclaration.ts";
import { codePattern } from "./codePattern.ts";
import { exportDeclaration } from "./exportDeclaration.ts";
import { functionDeclaration } from "./functionDeclaration.ts";
import { importDeclaration } from "./importDeclaration.ts";
import { jsxElement } from "./jsxElement.ts";
import type { Matcher } from "./matcher.ts";
import { methodCall } from "./methodCall.ts";
import { pythonClassDef } from "./pythonClassDef.ts";
import { pythonFunctionDef } from "./pythonFunctionDef.ts";
import { pythonImport } from "./pythonImport.ts";
import { returnStatement } from "./returnStatement.ts";
import { sexpression } from "./sexpression.ts";
import { variableDeclaration } from "./variableDeclaration.ts";

export const matchers: { [K in AssertionType]: Matcher<K> } = {
	functionDeclaration,
	variableDeclaration,
	importDeclaration,
	exportDeclaration,
	methodCall,
	returnStatement,
	classDeclaration,
	jsxElement,
	pythonFunctionDef,
	pythonClassDef,
	pythonImport,
	sexpression,
	codePattern,
};
