/** The demo of the first screen: a few lines of code, checked by the engine as one types. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Icon } from "../elements/icon.tsx";
import { InlineCode, stripBackticks } from "../elements/inline-code.tsx";
import type { DemoResult } from "./demo-checks.ts";
import { DEMO_CODE, DEMO_FILE, demoChecks } from "./demo-content.ts";
import { highlight } from "./highlight.ts";

const TYPING_PAUSE_MS = 120;
const loadFailure = () =>
	t("The checks could not be loaded. Reload the page to try again.");

interface Row {
	description: string;
	passed: boolean;
	message: string | null;
}

export function LiveDemo() {
	const [code, setCode] = useState(DEMO_CODE);
	const { rows, note, onFirstUse } = useDemoChecks(code);
	const mirror = useRef<HTMLPreElement>(null);
	const passing = rows.filter(({ passed }) => passed).length;
	return (
		<section class="demo" aria-labelledby="demo-heading">
			<div class="demo-head">
				<h2 id="demo-heading">{t("Try it: make all three checks pass")}</h2>
				<span class="demo-file">{DEMO_FILE}</span>
			</div>
			<div class="demo-editor">
				<pre class="demo-code" ref={mirror} aria-hidden="true">
					{highlight(code).map(({ kind, text }, index) => (
						<span key={index} class={kind ? `code-${kind}` : undefined}>
							{text}
						</span>
					))}
				</pre>
				<textarea
					class="demo-code"
					aria-label={t("Code of {0}", DEMO_FILE)}
					aria-describedby="demo-note"
					value={code}
					rows={5}
					wrap="off"
					spellcheck={false}
					autocomplete="off"
					autocapitalize="off"
					onPointerEnter={onFirstUse}
					onFocus={onFirstUse}
					onKeyDown={indentNewLine}
					onInput={({ currentTarget }) => setCode(currentTarget.value)}
					onScroll={({ currentTarget: { scrollLeft, scrollTop } }) =>
						mirror.current?.scrollTo(scrollLeft, scrollTop)
					}
				/>
			</div>
			<ul class="demo-checks" aria-label={t("Checks of the example")}>
				{rows.map(({ description, passed }) => (
					<li key={description} class={passed ? "demo-passed" : "demo-open"}>
						<Icon name={passed ? "check" : "cross"} />
						<span class="unseen">{passed ? t("Passed") : t("Not yet")}: </span>
						<span>
							<InlineCode text={description} />
						</span>
					</li>
				))}
			</ul>
			<p
				id="demo-note"
				class={passing === rows.length ? "demo-note demo-done" : "demo-note"}
			>
				<InlineCode text={note} />
			</p>
		</section>
	);
}

/**
 * Results for `code`, and what to say about them. Until a first use, they are those that the engine is known to give; code with a
 * syntax error keeps the results before it, so that they do not change back and forth while one types.
 */
function useDemoChecks(code: string) {
	const { host } = useApp();
	const [rows, setRows] = useState<readonly Row[]>(demoChecks);
	const [note, setNote] = useState(() => noteOf(rows, null));
	const [used, setUsed] = useState(false);
	const passing = useRef(countPassed(rows));

	const show = ({ verdict, milliseconds }: DemoResult) => {
		const [fault] = verdict.faults;
		if (fault)
			return setNote(t("Line {0} is not complete yet.", fault.startLine));
		const next = verdict.rows.map(({ description, state, message }) => ({
			description,
			passed: state === "passed",
			message,
		}));
		setRows(next);
		setNote(noteOf(next, milliseconds));
		const count = countPassed(next);
		if (count !== passing.current) announce(stripBackticks(verdict.summary));
		passing.current = count;
	};
	useEffect(() => {
		if (!used) return;
		let current = true;
		const timer = setTimeout(async () => {
			try {
				const { checkDemo } = await import("./demo-checks.ts");
				const result = await checkDemo(host.verifier, code);
				if (current) show(result);
			} catch {
				if (!current) return;
				setNote(loadFailure());
				if (note !== loadFailure()) announce(loadFailure());
			}
		}, TYPING_PAUSE_MS);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [code, used, host]);
	return { rows, note, onFirstUse: () => setUsed(true) };
}

/** A new line is indented like the one before, and deeper after an opening bracket. */
function indentNewLine(
	event: KeyboardEvent & { currentTarget: HTMLTextAreaElement },
): void {
	const { key, isComposing, ctrlKey, metaKey, altKey, currentTarget } = event;
	if (key !== "Enter" || isComposing || ctrlKey || metaKey || altKey) return;
	event.preventDefault();
	const { value, selectionStart } = currentTarget;
	const line = value.slice(0, selectionStart).split("\n").at(-1) ?? "";
	const [indent = ""] = /^\s*/.exec(line) ?? [];
	const deeper = /[({[]\s*$/.test(line) ? "  " : "";
	// The one way that can be undone.
	document.execCommand("insertText", false, `\n${indent}${deeper}`);
}

const countPassed = (rows: readonly Row[]) =>
	rows.filter(({ passed }) => passed).length;

/** The engine's message about the first check that does not pass. */
function messageOf(rows: readonly Row[]): string | null {
	const open = rows.find(({ passed }) => !passed);
	return open ? `${open.message}.` : null;
}

/** `milliseconds` is the time of the engine; null = it has not run. */
function noteOf(rows: readonly Row[], milliseconds: number | null): string {
	const message = messageOf(rows);
	if (message) return message;
	const time = Math.max(1, Math.round(milliseconds ?? 1));
	return t("All checks pass, in {0} ms. Choose a pack to go on.", time);
}
