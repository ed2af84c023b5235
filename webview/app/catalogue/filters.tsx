import { useEffect, useRef, useState } from "preact/hooks";
import { displayName } from "../elements/format.ts";
import {
	type CatalogueQuery,
	DIFFICULTIES,
	isFiltered,
	LANGUAGES,
	STATES,
} from "./catalogue-query.ts";

const TYPING_PAUSE_MS = 250;

interface FiltersProps {
	query: CatalogueQuery;
	tags: readonly string[];
	onChange(query: CatalogueQuery): void;
	/** Called instead of `onChange` by the button that clears all filters. */
	onClear(): void;
}

/** Search and filters of the catalogue; each change starts at the first page. */
export function Filters({ query, tags, onChange, onClear }: FiltersProps) {
	const set = (change: Partial<CatalogueQuery>) =>
		onChange({ ...query, ...change, page: 1 });
	return (
		<search class="filters">
			<SearchField value={query.q ?? ""} onSearch={(q) => set({ q })} />
			<Choice
				label="Language"
				value={query.language}
				options={LANGUAGES.map((name) => [name, displayName(name)])}
				onChoose={(language) => set({ language })}
			/>
			<Choice
				label="Difficulty"
				value={query.difficulty}
				options={DIFFICULTIES.map((name) => [name, displayName(name)])}
				onChoose={(value) =>
					set({ difficulty: value as CatalogueQuery["difficulty"] })
				}
			/>
			<Choice
				label="Tag"
				value={query.tag}
				options={[...new Set([...tags, ...(query.tag ? [query.tag] : [])])].map(
					(tag) => [tag, tag],
				)}
				onChoose={(tag) => set({ tag })}
			/>
			<Choice
				label="Progress"
				value={query.state}
				options={Object.entries(STATES)}
				onChoose={(value) => set({ state: value as CatalogueQuery["state"] })}
			/>
			{isFiltered(query) && (
				<button type="button" class="button button-quiet" onClick={onClear}>
					Clear filters
				</button>
			)}
		</search>
	);
}

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
			<span>Search</span>
			<input
				type="search"
				value={text}
				maxLength={200}
				placeholder="Words of a pack’s name"
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
				<option value="">Any</option>
				{options.map(([option, text]) => (
					<option key={option} value={option}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
