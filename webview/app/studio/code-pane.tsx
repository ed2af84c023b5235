/** The author's own answer and what learners start from, side by side. */
import type { PaneProps } from "./challenge-studio.tsx";
import { fieldsOf } from "./checks.ts";
import { FileSet } from "./file-set.tsx";

export function CodePane({ editing, document }: PaneProps) {
	const { files = [], scaffold = [] } = fieldsOf(document);
	return (
		<div class="studio-halves">
			<section aria-labelledby="studio-solution">
				<h2 id="studio-solution">Solution</h2>
				<p class="facts">
					Your own answer. Learners never see it; it must pass every check.
				</p>
				<FileSet
					editing={editing}
					id="solution"
					files={files}
					label="Solution"
				/>
			</section>
			<section aria-labelledby="studio-starter">
				<h2 id="studio-starter">Starter</h2>
				<p class="facts">
					What learners start from. It parses, and misses a check.
				</p>
				<FileSet
					editing={editing}
					id="starter"
					files={scaffold}
					label="Starter"
				/>
			</section>
		</div>
	);
}
