/** Makes a pack of the service from a file of the author's. */
import type { PackContent } from "@treeline/packs/studio-in-page";
import { useId, useState } from "preact/hooks";
import type { AuthorCaller, StudioError } from "../../../host/studio.ts";
import { plural, t } from "../../../l10n/l10n.ts";
import { useApp } from "../../app.ts";
import { Failure } from "../../elements/failure.tsx";
import { importPack, readArchive } from "./archive.ts";
import { addressOfPack } from "./author-pack.ts";
import { asStudioError } from "./studio-errors.ts";

export function ImportPack({ call }: { call: AuthorCaller }) {
	const { router } = useApp();
	const id = useId();
	const [content, setContent] = useState<PackContent | null>(null);
	const [slug, setSlug] = useState("");
	const [done, setDone] = useState<number | null>(null);
	const [error, setError] = useState<StudioError | null>(null);
	const attempt = async (work: () => Promise<void>) => {
		setError(null);
		try {
			await asStudioError(work);
		} catch (problem) {
			setError(problem as StudioError);
		}
		setDone(null);
	};
	const read = (file: File | undefined) => {
		setContent(null);
		if (!file) return;
		void attempt(async () => {
			const next = await readArchive(file);
			setContent(next);
			setSlug(next.manifest.slug);
		});
	};
	const run = () =>
		content &&
		attempt(async () => {
			setDone(0);
			const manifest = { ...content.manifest, slug };
			await importPack(call, { ...content, manifest }, setDone);
			router.go(addressOfPack(slug));
		});
	return (
		<section class="studio-validation" aria-labelledby={`${id}-heading`}>
			<h2 id={`${id}-heading`}>{t("Import a pack")}</h2>
			<form
				class="studio-row-fields"
				onSubmit={(event) => {
					event.preventDefault();
					if (done === null) void run();
				}}
			>
				<div class="studio-field">
					<label class="studio-label" for={`${id}-file`}>
						{t("An archive (.zip) of a pack's folder, or an exported .json")}
					</label>
					<input
						id={`${id}-file`}
						type="file"
						accept=".zip,.json"
						onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
					/>
				</div>
				{content && (
					<>
						<div class="studio-field">
							<label class="studio-label" for={`${id}-slug`}>
								{t("Its name in addresses")}
							</label>
							<input
								id={`${id}-slug`}
								value={slug}
								onInput={({ currentTarget }) =>
									setSlug(currentTarget.value.trim())
								}
							/>
						</div>
						<button
							type="submit"
							class="button"
							disabled={slug === "" || done !== null}
						>
							{t("Import")}
						</button>
					</>
				)}
			</form>
			<p class="facts" role="status">
				{content &&
					(done === null
						? `${content.manifest.name}: ${plural(content.challenges.length, {
								one: "{0} challenge",
								other: "{0} challenges",
							})}`
						: t("Importing {0} of {1}…", done + 1, content.challenges.length))}
			</p>
			{error && <Failure detail={error.detail} nextStep={error.nextStep} />}
		</section>
	);
}
