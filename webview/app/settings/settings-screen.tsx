/** The learner's settings: each change applies at once and is kept, here or on the account. */
import { useId } from "preact/hooks";
import {
	DEFAULTS,
	type SettingName,
	type SettingValues,
} from "../../host/settings.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { FIELDS, SECTIONS } from "./fields.ts";

export function SettingsScreen() {
	const { settings, account } = useApp().host;
	const heading = useScreen("Settings");
	const values = useSignalValue(settings);
	const { state } = useSignalValue(account.state);
	const isStandard = JSON.stringify(values) === JSON.stringify(DEFAULTS);
	return (
		<div class="column settings">
			<h1 ref={heading} tabIndex={-1}>
				Settings
			</h1>
			<p class="lead">
				Changes apply at once.{" "}
				{state === "in"
					? "They are saved to your account."
					: "They are kept in this browser."}
			</p>
			{SECTIONS.map(({ title, names }) => (
				<section key={title} class="settings-section">
					<h2>{title}</h2>
					{names.map((name) => (
						<Setting
							key={name}
							field={FIELDS[name]}
							value={values[name]}
							onChange={(value) => settings.change({ [name]: value })}
						/>
					))}
				</section>
			))}
			<p>
				<button
					type="button"
					class="button"
					disabled={isStandard}
					onClick={() => {
						settings.change(DEFAULTS);
						announce("All settings are as they were at first.");
						heading.current?.focus();
					}}
				>
					Reset all settings
				</button>
			</p>
		</div>
	);
}

type AnyValue = SettingValues[SettingName];

interface SettingProps {
	field: (typeof FIELDS)[SettingName];
	value: AnyValue;
	onChange(value: AnyValue): void;
}

function Setting({ field, value, onChange }: SettingProps) {
	const id = useId();
	const described = field.help ? `${id}-help` : undefined;
	const help = field.help && (
		<p class="facts" id={described}>
			{field.help}
		</p>
	);
	switch (field.kind) {
		case "switch":
			return (
				<div class="setting">
					<label class="setting-switch">
						<input
							type="checkbox"
							checked={value === true}
							aria-describedby={described}
							onChange={({ currentTarget }) => onChange(currentTarget.checked)}
						/>
						{field.label}
					</label>
					{help}
				</div>
			);
		case "number":
			return (
				<div class="setting">
					<label for={id}>{field.label}</label>
					<span class="setting-number">
						<input
							id={id}
							type="number"
							required
							min={field.min}
							max={field.max}
							value={Number(value)}
							aria-describedby={described}
							onInput={({ currentTarget }) => {
								if (currentTarget.validity.valid)
									onChange(currentTarget.valueAsNumber);
							}}
							onBlur={({ currentTarget }) => {
								currentTarget.value = String(value);
							}}
						/>{" "}
						{field.unit}, {field.min} to {field.max}
					</span>
					{help}
				</div>
			);
		case "choice":
			return (
				<fieldset class="setting" aria-describedby={described}>
					<legend>{field.label}</legend>
					<div class="setting-options">
						{field.options.map(([option, label]) => (
							<label key={label}>
								<input
									type="radio"
									name={id}
									checked={value === option}
									onChange={() => onChange(option)}
								/>
								{label}
							</label>
						))}
					</div>
					{help}
				</fieldset>
			);
	}
}
