/** Tells of a series only once it pauses: what is typed is many changes and one piece of news. */
export interface Quiet<News> {
	/** Has `tell` called with the latest news when none has come for the pause. */
	hear(news: News): void;
	/** Forgets what was heard and not yet told. */
	forget(): void;
}

/** `pause` in milliseconds. */
export function afterQuiet<News>(
	pause: number,
	tell: (news: News) => void,
): Quiet<News> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const forget = () => clearTimeout(timer);
	return {
		hear(news) {
			forget();
			timer = setTimeout(() => tell(news), pause);
		},
		forget,
	};
}
