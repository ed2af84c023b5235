/** Asks for the pack and the dates of an assignment. */
import type {
	AssignmentDates,
	NewAssignment,
	TaughtAssignment,
} from "@treeline/api/client-types";
import type { RefObject } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { createAccountRecords } from "../../host/account-records.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { asApiError } from "../account/use-read.ts";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Dialog } from "../elements/dialog.tsx";
import { packNameOf } from "./assignments.tsx";
import { fieldValueOf, momentOf } from "./dates.ts";

/** Packs that a search shows. */
const SHOWN = 8;
const TYPING_PAUSE_MS = 250;

interface FoundPack {
	slug: string;
	name: string;
}

export function AssignDialog({
	assign,
	assigned,
	onClose,
}: {
	assign(body: NewAssignment): Promise<void>;
	/** Slugs of packs that the class has. */
	assigned: string[];
	onClose(): void;
}) {
	const [slug, setSlug] = useState<string | null>(null);
	return (
		<Dialog title={t("Assign a pack")} size="narrow" onClose={onClose}>
			{(close) => (
				<DatesForm
					opensAt={null}
					dueAt={null}
					action={t("Assign pack")}
					anyway={t("Assign pack anyway")}
					missing={slug === null ? t("Choose a pack.") : null}
					save={(dates) => assign({ packSlug: slug ?? "", ...dates })}
					onSaved={close}
				>
					<PackChoice chosen={slug} assigned={assigned} onChoose={setSlug} />
				</DatesForm>
			)}
		</Dialog>
	);
}

export function DatesDialog({
	assignment,
	save,
	onClose,
}: {
	assignment: TaughtAssignment;
	save(dates: AssignmentDates): Promise<void>;
	onClose(): void;
}) {
	return (
		<Dialog title={t("Dates")} size="narrow" onClose={onClose}>
			{(close) => (
				<DatesForm
					opensAt={assignment.opensAt}
					dueAt={assignment.dueAt}
					action={t("Save")}
					anyway={t("Save anyway")}
					missing={null}
					save={save}
					onSaved={close}
				>
					<p lang={PACK_LANGUAGE}>{packNameOf(assignment)}</p>
				</DatesForm>
			)}
		</Dialog>
	);
}

interface DatesFormProps {
	opensAt: string | null;
	dueAt: string | null;
	/** What its button says. */
	action: string;
	/** What its button says after a warning. */
	anyway: string;
	/** What has to be chosen first; null = nothing. */
	missing: string | null;
	save(dates: AssignmentDates): Promise<void>;
	onSaved(): void;
	children: preact.ComponentChildren;
}

function DatesForm({
	action,
	anyway,
	missing,
	save,
	onSaved,
	children,
	...present
}: DatesFormProps) {
	const id = useId();
	const [opens, setOpens] = useState(fieldValueOf(present.opensAt));
	const [due, setDue] = useState(fieldValueOf(present.dueAt));
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	/** The past due date that was warned of: sent again, it is meant. */
	const [pastDue, setPastDue] = useState<string | null>(null);
	const isWarned = due !== "" && due === pastDue;
	const [isUnordered, setUnordered] = useState(false);
	const dueField = useRef<HTMLInputElement>(null);
	const submit = async () => {
		if (working) return;
		setUnordered(false);
		if (missing !== null) return setFault(missing);
		if (opens !== "" && due !== "" && opens >= due) {
			setUnordered(true);
			setFault(t("The due date has to be after the opening."));
			dueField.current?.focus();
			return;
		}
		const isNew = due !== fieldValueOf(present.dueAt);
		if (isNew && !isWarned && due !== "" && new Date(due) < new Date()) {
			setFault(null);
			return setPastDue(due);
		}
		setWorking(true);
		setFault(null);
		try {
			await save({ opensAt: momentOf(opens), dueAt: momentOf(due) });
			onSaved();
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<form
			class="class-form"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			{children}
			<DateField
				id={`${id}-opens`}
				label={t("Opens")}
				value={opens}
				faultId={isUnordered ? `${id}-fault` : null}
				about={t("Empty: at once. Learners do not see it before.")}
				onChange={setOpens}
			/>
			<DateField
				id={`${id}-due`}
				label={t("Due")}
				value={due}
				faultId={isUnordered ? `${id}-fault` : null}
				field={dueField}
				about={t(
					"Empty: no due date. Later passes count, and are marked late.",
				)}
				onChange={setDue}
			/>
			{fault !== null && (
				<p class="class-fault" id={`${id}-fault`} role="alert">
					{fault}
				</p>
			)}
			{fault === null && isWarned && (
				<p class="class-warning" role="alert">
					{t(
						"This due date has passed: learners see “Overdue”, and what they pass from now on is marked late. Change it, or choose “{0}”.",
						anyway,
					)}
				</p>
			)}
			<button
				type="submit"
				class="button button-primary"
				aria-disabled={working}
			>
				{working ? t("Saving…") : isWarned ? anyway : action}
			</button>
		</form>
	);
}

function DateField(props: {
	id: string;
	label: string;
	value: string;
	about: string;
	/** Id of what is wrong with it; null where nothing is. */
	faultId: string | null;
	field?: RefObject<HTMLInputElement | null>;
	onChange(value: string): void;
}) {
	return (
		<>
			<label for={props.id}>{props.label}</label>
			<input
				id={props.id}
				ref={props.field}
				type="datetime-local"
				class="field"
				max="9999-12-31T23:59"
				value={props.value}
				aria-invalid={props.faultId !== null}
				aria-describedby={[`${props.id}-about`, props.faultId]
					.filter(Boolean)
					.join(" ")}
				onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
			/>
			<p class="facts" id={`${props.id}-about`}>
				{props.about}
			</p>
		</>
	);
}

interface PackChoiceProps {
	chosen: string | null;
	assigned: string[];
	onChoose(slug: string): void;
}

/** A search, and what it finds as a choice. */
function PackChoice({ chosen, assigned, onChoose }: PackChoiceProps) {
	const id = useId();
	const [text, setText] = useState("");
	const { packs, total, fault } = usePacks(text);
	const choices = packs.filter(({ slug }) => !assigned.includes(slug));
	return (
		<>
			<label for={id}>{t("Find a pack")}</label>
			<input
				id={id}
				type="search"
				class="field"
				autocomplete="off"
				value={text}
				onInput={({ currentTarget }) => setText(currentTarget.value)}
				// The form is sent by its button.
				onKeyDown={(event) => {
					if (event.key === "Enter") event.preventDefault();
				}}
			/>
			{fault !== null && <p role="alert">{fault}</p>}
			<p class="facts" role="status">
				{choices.length === 0 && fault === null
					? noChoiceText(packs)
					: plural(total, { one: "{0} pack", other: "{0} packs" })}
			</p>
			<fieldset class="pack-choice">
				<legend class="unseen">{t("Packs")}</legend>
				{choices.map(({ slug, name }) => (
					<label key={slug}>
						<input
							type="radio"
							name={id}
							checked={slug === chosen}
							onChange={() => onChoose(slug)}
						/>
						<span lang={PACK_LANGUAGE}>{name}</span>
					</label>
				))}
			</fieldset>
		</>
	);
}

/** Why there is none to choose: what fits is assigned already, or nothing fits. */
function noChoiceText(assigned: FoundPack[]): string {
	const [first, ...others] = assigned;
	if (!first) return t("No other pack fits.");
	return others.length === 0
		? t("“{0}” is assigned already.", first.name)
		: t("The packs that fit are assigned already.");
}

/** Packs that fit `text`: public ones, and the user's own unlisted ones. */
function usePacks(text: string) {
	const { catalogue, service, account } = useApp().host;
	const [found, setFound] = useState<{ packs: FoundPack[]; total: number }>({
		packs: [],
		total: 0,
	});
	const [own, setOwn] = useState<FoundPack[]>([]);
	const [fault, setFault] = useState<string | null>(null);
	useEffect(() => {
		if (!service) return;
		createAccountRecords(service, account)
			.ownPacks()
			.then(
				(packs) =>
					setOwn(packs.filter(({ visibility }) => visibility === "unlisted")),
				() => {},
			);
	}, [service, account]);
	useEffect(() => {
		let isCurrent = true;
		const timer = setTimeout(
			() => {
				const q = text.trim();
				catalogue.list({ page: 1, ...(q && { q }) }).then(
					({ packs, total }) => {
						if (!isCurrent) return;
						setFault(null);
						setFound({ packs, total });
					},
					(error) => isCurrent && setFault(asApiError(error).message),
				);
			},
			text === "" ? 0 : TYPING_PAUSE_MS,
		);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [text, catalogue]);
	const fitting = own.filter(({ name, slug }) =>
		`${name} ${slug}`.toLowerCase().includes(text.trim().toLowerCase()),
	);
	return {
		packs: [...fitting, ...found.packs].slice(0, SHOWN),
		total: found.total + fitting.length,
		fault,
	};
}
