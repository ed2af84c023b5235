import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ReadableSignal } from "../host/host.ts";
import { useApp } from "./app.ts";
import type { Entry, Load } from "./data-cache.ts";

/** Sets the document's title and, once the content is rendered, restores scroll and focus. */
export function useScreen(
	title: string | null,
): RefObject<HTMLHeadingElement | null> {
	const heading = useRef<HTMLHeadingElement>(null);
	const { router } = useApp();
	// Before the screen is painted, so that none is shown under the title of another.
	useLayoutEffect(() => {
		if (title === null) return;
		document.title = title === "" ? "Treeline" : `${title} · Treeline`;
		router.restoreFocus(heading.current);
	}, [title, router]);
	return heading;
}

/** State of a cache entry, which is refreshed when the screen is mounted. */
export function useEntry<Value>(entry: Entry<Value>): Load<Value> {
	useEffect(() => void entry.refresh(), [entry]);
	return entry.load.value;
}

/**
 * Value of a host signal; renders again when it changes. Effects run after rendering, so the value is compared once more when
 * watching begins, for a change in between.
 */
export function useSignalValue<Value>(source: ReadableSignal<Value>): Value {
	const value = source.read();
	const rendered = useRef(value);
	rendered.current = value;
	const [, turn] = useState(0);
	useEffect(() => {
		const follow = () => {
			if (!Object.is(source.read(), rendered.current))
				turn((count) => count + 1);
		};
		const stop = source.watch(follow);
		follow();
		return stop;
	}, [source]);
	return value;
}
