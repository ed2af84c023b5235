import { expect, test } from "bun:test";
import manifest from "../package.json";
import {
	reconcile,
	SETTINGS,
	type SettingValues,
	settingNames,
} from "./synced-settings.ts";

const standard = Object.fromEntries(
	settingNames.map((name) => [name, SETTINGS[name].standard]),
) as SettingValues;

test.each<
	[
		string,
		Partial<SettingValues>,
		Partial<SettingValues>,
		Partial<SettingValues> | null,
		object,
	]
>([
	["both have the defaults", {}, {}, null, { send: {}, apply: {} }],
	[
		"at the first sign-in, a choice made here goes to the account",
		{ verifyOnType: true },
		{},
		null,
		{ send: { verifyOnType: true }, apply: {} },
	],
	[
		"at the first sign-in, the account's other values come here",
		{},
		{ showHints: false },
		null,
		{ send: {}, apply: { showHints: false } },
	],
	[
		"only what was changed is sent",
		{ verifyOnType: true, showHints: false },
		{ showHints: false, showNearMiss: false },
		{ showHints: false },
		{ send: { verifyOnType: true }, apply: { showNearMiss: false } },
	],
	[
		"what was set back to the default elsewhere is set back here",
		{ showHints: false },
		{},
		{ showHints: false },
		{ send: {}, apply: { showHints: true } },
	],
])("%s", (_, local, remote, synced, expected) => {
	expect(
		reconcile({ ...standard, ...local }, { ...standard, ...remote }, synced),
	).toEqual(expected as never);
});

test("each has a setting of VS Code with the same default", () => {
	const properties: Record<string, { default?: unknown }> =
		manifest.contributes.configuration.properties;
	for (const { name, standard } of Object.values(SETTINGS))
		expect(properties[`treeline.${name}`]?.default).toBe(standard);
});
