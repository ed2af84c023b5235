/** Text with its backticked parts as inline code. */
export function InlineCode({ text }: { text: string }) {
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

/** The same text for screen readers. */
export function stripBackticks(text: string): string {
	return text.replaceAll("`", "");
}
