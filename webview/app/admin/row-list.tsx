/** A list of the administration: search and filter in the address, one page of rows, and the way to the other pages. */
import type { ComponentChildren, RefObject } from "preact";
import { useCallback, useId, useRef, useState } from "preact/hooks";
import { ADMIN_PAGE_SIZE, type Rows } from "../../host/moderation.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { useRead } from "../account/use-read.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { Pager } from "./pager.tsx";

interface RowListProps<Row> {
	/** Choices of the filter, the first without a restriction: a value of the address, and its text. Absent = no filter. */
	choices?: readonly (readonly [value: string, text: string])[];
	/** What is searched for, as the label of the field; absent = no search. */
	searchLabel?: string;
	/** The row's id. */
	keyOf(row: Row): string;
	/** The same function at every rendering. */
	read(query: ListQuery): Promise<Rows<Row>>;
	/** Shown where a search or a filter finds nothing; of the filter, where that has words of its own. */
	empty: string | ((show: string, isSearch: boolean) => string);
	/** Shown where there is nothing without a search and a filter; absent = `empty`. */
	none?: string;
	row(row: Row, list: ListControl): ComponentChildren;
}

export interface ListQuery {
	q: string | undefined;
	/** The chosen filter; empty = none. */
	show: string;
	page: number;
}

export interface ListControl {
	/** Says what was done, reads the list again and puts the focus on its count, since what was pressed may be gone. */
	done(text: string): Promise<void>;
}

export function RowList<Row>({
	choices = [],
	searchLabel,
	keyOf,
	read,
	empty,
	none,
	row,
}: RowListProps<Row>) {
	const { query, change } = useListQuery(choices.map(([value]) => value));
	const { q, show, page } = query;
	const count = useRef<HTMLParagraphElement>(null);
	/** The query whose list an action has changed: its count is read by the focus, not announced as well. */
	const [changed, setChanged] = useState<ListQuery | null>(null);
	const isChanged =
		changed?.q === q && changed?.show === show && changed?.page === page;
	const { load, refresh, retry } = useRead(
		useCallback(() => read({ q, show, page }), [read, q, show, page]),
	);
	const control: ListControl = {
		async done(text) {
			announce(text);
			setChanged(query);
			await refresh();
			count.current?.focus();
		},
	};
	return (
		<>
			{(searchLabel !== undefined || choices.length > 0) && (
				<search class="admin-filters">
					{searchLabel !== undefined && (
						<SearchForm
							key={q}
							label={searchLabel}
							value={q ?? ""}
							onSearch={(text) => change({ q: text, page: 1 })}
						/>
					)}
					{choices.length > 0 && (
						<Filter
							choices={choices}
							value={show}
							onChoose={(value) => change({ show: value, page: 1 })}
						/>
					)}
				</search>
			)}
			{load.state === "loading" && <p role="status">{t("Loading…")}</p>}
			{load.state === "failed" && (
				<Failure
					title={t("The list could not be loaded")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={retry}
				/>
			)}
			{load.state === "ready" && (
				<Shown
					{...load.value}
					page={page}
					empty={
						none !== undefined && q === undefined && show === ""
							? none
							: typeof empty === "string"
								? empty
								: empty(show, q !== undefined)
					}
					isAnnounced={!isChanged}
					count={count}
					onPage={(next) => change({ page: next })}
				>
					{load.value.rows.map((each) => (
						<li key={keyOf(each)}>{row(each, control)}</li>
					))}
				</Shown>
			)}
		</>
	);
}

function Shown({
	rows,
	total,
	page,
	empty,
	isAnnounced,
	count,
	onPage,
	children,
}: Rows<unknown> & {
	page: number;
	empty: string;
	isAnnounced: boolean;
	count: RefObject<HTMLParagraphElement | null>;
	onPage(page: number): void;
	children: ComponentChildren;
}) {
	const pages = Math.ceil(total / ADMIN_PAGE_SIZE);
	return (
		<>
			<p
				class="facts"
				role={isAnnounced ? "status" : undefined}
				tabIndex={-1}
				ref={count}
			>
				{total === 0
					? empty
					: plural(total, { one: "{0} entry", other: "{0} entries" })}
			</p>
			{rows.length > 0 && <ul class="admin-rows">{children}</ul>}
			<Pager page={page} pages={pages} onPage={onPage} />
		</>
	);
}

function SearchForm({
	label,
	value,
	onSearch,
}: {
	label: string;
	value: string;
	onSearch(text: string): void;
}) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	return (
		<form
			class="admin-search"
			onSubmit={(event) => {
				event.preventDefault();
				onSearch(field.current?.value.trim() ?? "");
			}}
		>
			<label for={id}>{label}</label>
			<span>
				<input
					id={id}
					ref={field}
					type="search"
					class="admin-field"
					maxLength={200}
					autocomplete="off"
					spellcheck={false}
					defaultValue={value}
				/>
				<button type="submit" class="button">
					{t("Search")}
				</button>
			</span>
		</form>
	);
}

function Filter({
	choices,
	value,
	onChoose,
}: {
	choices: readonly (readonly [string, string])[];
	value: string;
	onChoose(value: string): void;
}) {
	const id = useId();
	return (
		<p class="admin-search">
			<label for={id}>{t("Show")}</label>
			<select
				id={id}
				class="admin-field"
				value={value}
				onChange={({ currentTarget }) => onChoose(currentTarget.value)}
			>
				{choices.map(([each, text]) => (
					<option key={each} value={each} selected={each === value}>
						{text}
					</option>
				))}
			</select>
		</p>
	);
}

/** The query of the address; unknown values of the filter are ignored. */
function useListQuery(choices: readonly string[]) {
	const { router } = useApp();
	const given = new URLSearchParams(router.search.value);
	const page = Number(given.get("page"));
	const show = given.get("show") ?? "";
	const query: ListQuery = {
		q: given.get("q")?.trim().slice(0, 200) || undefined,
		show: choices.includes(show) ? show : "",
		page: Number.isSafeInteger(page) && page > 1 ? page : 1,
	};
	return {
		query,
		change(part: Partial<ListQuery>) {
			const next = { ...query, ...part };
			const params = new URLSearchParams();
			if (next.q) params.set("q", next.q);
			if (next.show) params.set("show", next.show);
			if (next.page > 1) params.set("page", String(next.page));
			router.replaceSearch(params.size > 0 ? `?${params}` : "");
		},
	};
}
