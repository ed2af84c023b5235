import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { difficultyName, displayName } from "../elements/format.ts";
import {
	type CatalogueQuery,
	DIFFICULTIES,
	isFiltered,
	LANGUAGES,
	type PackState,
	STATES,
} from "./catalogue-query.ts";

const TYPING_PAUSE_MS = 250;

interface FiltersProps {
	query: CatalogueQuery;
	tags: readonly string[];
	frameworks: readonly string[];
	/** Whether there are so few packs that words suffice. */
	wordsOnly: boolean;
	onChange(query: CatalogueQuery): void;
	/** Called instead of `onChange` by the button that clears all filters. */
	onClear(): void;
}

/** Search and filters of the catalogue; each change starts at the first page. */
export function Filters({
	query,
	tags,
	frameworks,
	wordsOnly,
	onChange,
	onClear,
}: FiltersProps) {
	const set = (change: Partial<CatalogueQuery>) =>
		onChange({ ...query, ...change, page: 1 });
	return (
		<search class="filters">
			<SearchField value={query.q ?? ""} onSearch={(q) => set({ q })} />
			{!wordsOnly && (
				<Choices
					query={query}
					tags={tags}
					frameworks={frameworks}
					onChange={set}
				/>
			)}
			{!wordsOnly && isFiltered(query) && (
				<button type="button" class="button button-quiet" onClick={onClear}>
					{t("Clear filters")}
				</button>
			)}
		</search>
	);
}

function Choices({
	query,
	tags,
	frameworks,
	onChange: set,
}: Pick<FiltersProps, "query" | "tags" | "frameworks"> & {
	onChange(change: Partial<CatalogueQuery>): void;
}) {
	return (
		<>
			<Choice
				label={t("Language")}
				value={query.language}
				options={LANGUAGES.map((name) => [name, displayName(name)])}
				onChoose={(language) => set({ language })}
			/>
			<Choice
				label={t("Framework")}
				value={query.framework}
				options={withChosen(frameworks, query.framework).map((name) => [
					name,
					displayName(name),
				])}
				onChoose={(framework) => set({ framework })}
			/>
			<Choice
				label={t("Difficulty")}
				value={query.difficulty}
				options={DIFFICULTIES.map((name) => [
					name,
					capitalize(difficultyName(name)),
				])}
				onChoose={(value) =>
					set({ difficulty: value as CatalogueQuery["difficulty"] })
				}
			/>
			<Choice
				label={t("Tag")}
				value={query.tag}
				options={withChosen(tags, query.tag).map((tag) => [tag, tag])}
				onChoose={(tag) => set({ tag })}
			/>
			<Choice
				label={t("Progress")}
				value={query.state}
				options={STATES.map((state) => [state, stateName(state)])}
				onChoose={(value) => set({ state: value as CatalogueQuery["state"] })}
			/>
		</>
	);
}

/** `names` with the one that is chosen, which a list of few packs may not have. */
const withChosen = (names: readonly string[], chosen: string | undefined) => [
	...new Set([...names, ...(chosen ? [chosen] : [])]),
];

function stateName(state: PackState): string {
	switch (state) {
		case "not-started":
			return t("Not started");
		case "in-progress":
			return t("In progress");
		case "completed":
			return t("Completed");
	}
}

const capitalize = (text: string) =>
	text.charAt(0).toUpperCase() + text.slice(1);

/** Searches once typing pauses. */
function SearchField(props: { value: string; onSearch(q: string): void }) {
	const { value, onSearch } = props;
	const [text, setText] = useState(value);
	const latest = useRef(onSearch);
	latest.current = onSearch;
	const searched = useRef(value);
	// The address may change by itself: back, forward, or the filters are cleared. After a search, the field keeps what was typed.
	useEffect(() => {
		if (value === searched.current) return;
		searched.current = value;
		setText(value);
	}, [value]);
	useEffect(() => {
		const words = text.trim();
		if (words === value) return;
		const timer = setTimeout(() => {
			searched.current = words;
			latest.current(words);
		}, TYPING_PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text, value]);
	return (
		<label class="filter filter-search">
			<span>{t("Search")}</span>
			<input
				type="search"
				value={text}
				maxLength={200}
				placeholder={t("Words of a pack or challenge")}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
			/>
		</label>
	);
}

function Choice(props: {
	label: string;
	value: string | undefined;
	options: readonly (readonly [value: string, label: string])[];
	onChoose(value: string | undefined): void;
}) {
	const { label, value = "", options, onChoose } = props;
	return (
		<label class="filter">
			<span>{label}</span>
			<select
				value={value}
				onChange={({ currentTarget }) =>
					onChoose(currentTarget.value || undefined)
				}
			>
				<option value="">{t("Any")}</option>
				{options.map(([option, text]) => (
					<option key={option} value={option}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
