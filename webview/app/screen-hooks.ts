import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Watched } from "../host/host.ts";
import { useApp } from "./app.ts";
import type { Entry, Load } from "./data-cache.ts";

/** Names the screen in the window's title and, once its content stands, brings the reader to its heading. */
export function useScreen(
	title: string | null,
): RefObject<HTMLHeadingElement | null> {
	const heading = useRef<HTMLHeadingElement>(null);
	const { router } = useApp();
	useEffect(() => {
		if (title === null) return;
		document.title = title === "" ? "Treeline" : `${title} · Treeline`;
		router.arrive(heading.current);
	}, [title, router]);
	return heading;
}

/** The state of an entry; reading starts, or news is asked for, when the screen opens. */
export function useEntry<Value>(entry: Entry<Value>): Load<Value> {
	useEffect(() => void entry.refresh(), [entry]);
	return entry.load.value;
}

/**
 * The value of `source` now; renders again whenever it is another one. Effects run some time after rendering, on a busy machine long
 * after, so the value is compared once more when watching begins: a change in between is told to nobody.
 */
export function useWatched<Value>(source: Watched<Value>): Value {
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
