/** A line for a shell or a database, to be copied. */

/** A line that can be reached and scrolled by keyboard where it is wider than the page. */
export const Command = ({ children }: { children: string }) => (
	<pre class="admin-command" dir="ltr">
		<code>{children}</code>
	</pre>
);
