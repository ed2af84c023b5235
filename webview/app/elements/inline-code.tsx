/** A sentence of a pack or of the engine, with its `names` in code font. */
export function Said({ text }: { text: string }) {
	return (
		<>
			{text.split(/`([^`]+)`/).map((part, index) =>
				index % 2 === 1 ? (
					<code class="name" key={`${index} ${part}`}>
						{part}
					</code>
				) : (
					part
				),
			)}
		</>
	);
}

/** The same sentence for ears. */
export function spoken(text: string): string {
	return text.replaceAll("`", "");
}
