/** The fields of one check. A code pattern has its patterns and mistakes as fields of their own; what else it has is JSON. */
import type { Assertion } from "@treeline/verify/shapes";
import type { StudioDocument } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import {
	changeFile,
	fieldsOf,
	type LocatedCheck,
	moveCheck,
	removeCheck,
	replaceCheck,
} from "./checks.ts";
import { CodeField } from "./code-field.tsx";
import type { Editing } from "./editing.ts";
import { Field, JsonField } from "./fields.tsx";
import { Mistakes } from "./mistakes.tsx";

interface CheckFieldsProps {
	editing: Editing;
	document: StudioDocument;
	located: LocatedCheck;
	/** The check stands elsewhere now, or is gone (null). */
	onMoved(place: string | null): void;
}

export function CheckFields({
	editing,
	document,
	located,
	onMoved,
}: CheckFieldsProps) {
	const { check, file, index } = located;
	const put = (next: Assertion) =>
		editing.change((draft) => replaceCheck(draft, located, next));
	const { files = [], scaffold = [], assertions } = fieldsOf(document);
	const paths = [
		...new Set([
			...[...files, ...scaffold].map(({ path }) => path),
			...Object.keys(assertions?.perFile ?? {}),
		]),
	];
	const count =
		(file === null ? assertions?.crossFile : assertions?.perFile?.[file])
			?.length ?? 0;
	const move = (by: -1 | 1) => {
		editing.change((draft) => moveCheck(draft, located, by));
		onMoved(located.place.replace(/\d+$/, String(index + by)));
	};
	const patterns = check.type === "codePattern" ? listOf(check.pattern) : null;
	const language = languagePath(file, paths);
	return (
		<div class="studio-fields">
			<Field label={t("The whole rule, as learners read it")}>
				{(id) => (
					<textarea
						id="check-description"
						aria-labelledby={id}
						rows={2}
						value={check.description ?? ""}
						onInput={({ currentTarget }) =>
							put({ ...check, description: currentTarget.value })
						}
					/>
				)}
			</Field>
			{patterns && check.type === "codePattern" && (
				<Field
					label={
						patterns.length > 1
							? t("Patterns, of which any may match")
							: t("Pattern: the code that you expect")
					}
					help={t(
						"Write $name for what learners may name freely, $_ for anything, and ... for what may stand between.",
					)}
				>
					{(id, help) => (
						<>
							{patterns.map((code, at) => (
								<div class="studio-pattern" key={at}>
									<CodeField
										path={language}
										label={
											patterns.length > 1
												? t("Pattern {0}", at + 1)
												: t("Pattern")
										}
										describedBy={help}
										isSmall
										value={code}
										onChange={(text) =>
											put(
												withPatterns(
													check,
													patterns.map((one, place) =>
														place === at ? text : one,
													),
												),
											)
										}
									/>
									{patterns.length > 1 && (
										<button
											type="button"
											class="jump"
											onClick={() =>
												put(
													withPatterns(
														check,
														patterns.filter((_, place) => place !== at),
													),
												)
											}
										>
											{t("Remove pattern {0}", at + 1)}
										</button>
									)}
								</div>
							))}
							<button
								type="button"
								class="jump"
								aria-describedby={id}
								onClick={() => put(withPatterns(check, [...patterns, ""]))}
							>
								{t("Another way that is right, too")}
							</button>
						</>
					)}
				</Field>
			)}
			<JsonField
				label={
					patterns
						? t("More conditions, as JSON")
						: t("Fields of the kind {0}", check.type)
				}
				value={restOf(check)}
				onChange={(rest) => put(withRest(check, rest))}
			/>
			{check.type === "codePattern" && (
				<Mistakes
					mistakes={check.mistakes ?? []}
					onChange={(mistakes) => {
						const { mistakes: _, ...rest } = check;
						put(mistakes.length > 0 ? { ...rest, mistakes } : rest);
					}}
					language={language}
				/>
			)}
			<Field label={t("Hint, for learners who ask for one (may be empty)")}>
				{(id) => (
					<textarea
						aria-labelledby={id}
						rows={2}
						value={check.hint ?? ""}
						onInput={({ currentTarget: { value } }) => {
							const { hint: _, ...rest } = check;
							put((value ? { ...rest, hint: value } : rest) as Assertion);
						}}
					/>
				)}
			</Field>
			<div class="studio-row-fields">
				<Field label={t("Looks at")}>
					{(id) => (
						<select
							aria-labelledby={id}
							value={file ?? ""}
							onChange={({ currentTarget: { value } }) => {
								let place = "";
								editing.change((draft) => {
									place = changeFile(draft, located, value || null);
								});
								onMoved(place);
							}}
						>
							{paths.map((path) => (
								<option key={path} value={path}>
									{path}
								</option>
							))}
							<option value="">{t("any one file")}</option>
						</select>
					)}
				</Field>
				<div class="actions">
					<button
						type="button"
						class="button"
						disabled={index === 0}
						onClick={() => move(-1)}
					>
						{t("Move up")}
					</button>
					<button
						type="button"
						class="button"
						disabled={index + 1 >= count}
						onClick={() => move(1)}
					>
						{t("Move down")}
					</button>
					<button
						type="button"
						class="button"
						onClick={() => {
							editing.change(
								(draft) => removeCheck(draft, located),
								t("Check {0} was deleted.", located.letter),
							);
							onMoved(null);
						}}
					>
						{t("Delete this check")}
					</button>
				</div>
			</div>
		</div>
	);
}

/** A path that has the language of a check's file. */
const languagePath = (file: string | null, paths: string[]) =>
	file ?? paths[0] ?? "pattern.js";

const listOf = (code: string | string[] | undefined): string[] =>
	code === undefined ? [] : typeof code === "string" ? [code] : code;

/** The check with these patterns: one as a text, several as a list; none leaves the member out. */
function withPatterns(
	check: Extract<Assertion, { type: "codePattern" }>,
	patterns: string[],
): Assertion {
	const { type, description, pattern: _, ...rest } = check;
	const [first] = patterns;
	return {
		type,
		description,
		...(first !== undefined && {
			pattern: patterns.length === 1 ? first : patterns,
		}),
		...rest,
	};
}

const OWN = ["type", "description", "hint", "pattern", "mistakes"];
const isOwn = (check: Assertion, key: string) =>
	check.type === "codePattern"
		? OWN.includes(key)
		: ["type", "description", "hint"].includes(key);

/** What a check has beside the members that are fields of their own. */
const restOf = (check: Assertion): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(check).filter(([key]) => !isOwn(check, key)),
	);

const withRest = (
	check: Assertion,
	rest: Record<string, unknown>,
): Assertion => {
	const own = Object.entries(check).filter(([key]) => isOwn(check, key));
	const tail = own.filter(([key]) => key === "mistakes" || key === "hint");
	const head = own.filter((one) => !tail.includes(one));
	const known = Object.entries(rest).filter(([key]) => !isOwn(check, key));
	return Object.fromEntries([...head, ...known, ...tail]) as Assertion;
};
