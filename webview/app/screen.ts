import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Stop } from "../host/host.ts";
import { useApp } from "./app.ts";
import type { Entry, Load } from "./library.ts";

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

/** Renders again whenever `watch` tells; `watch` must be the same function each time. */
export function useWatch(watch: (listener: () => void) => Stop): void {
	const [, turn] = useState(0);
	useEffect(() => watch(() => turn((count) => count + 1)), [watch]);
}
