/** The learner's settings: each change applies at once and is kept, here or on the account. */
import { useId } from "preact/hooks";
import {
	DEFAULTS,
	type SettingName,
	type SettingValues,
} from "../../host/settings.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import { fields, sections } from "./fields.ts";
import style from "./settings.css" with { type: "text" };

adoptStyles(style);

export function SettingsScreen() {
	const { settings, account } = useApp().host;
	const heading = useScreen(t("Settings"));
	const values = useSignalValue(settings);
	const { state } = useSignalValue(account.state);
	const described = fields();
	const isStandard = JSON.stringify(values) === JSON.stringify(DEFAULTS);
	return (
		<div class="column settings">
			<h1 ref={heading} tabIndex={-1}>
				{t("Settings")}
			</h1>
			<p class="lead">
				{t("Changes apply at once.")}{" "}
				{state === "in"
					? t("They are saved to your account.")
					: t("They are kept in this browser.")}
			</p>
			{sections().map(({ title, names }) => (
				<section key={names.join()} class="settings-section">
					<h2>{title}</h2>
					{names.map((name) => (
						<Setting
							key={name}
							field={described[name]}
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
						announce(t("All settings are back to their defaults."));
						heading.current?.focus();
					}}
				>
					{t("Reset all settings")}
				</button>
			</p>
		</div>
	);
}

type AnyValue = SettingValues[SettingName];

interface SettingProps {
	field: ReturnType<typeof fields>[SettingName];
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
						{t("{0}, {1} to {2}", field.unit, field.min, field.max)}
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
							<label key={String(option)}>
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
