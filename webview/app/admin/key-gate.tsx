/** Asks for an admin key, which is kept as long as the page is open and nowhere else. */
import { signal } from "@preact/signals";
import { useId, useMemo, useRef } from "preact/hooks";
import type { ContentAdmin } from "../../host/content-admin.ts";
import { t } from "../../l10n/l10n.ts";
import { Fault, useAction } from "./action-button.tsx";
import type { PartProps } from "./part.ts";

/** The server's setting with the keys. */
const SETTING = "ADMIN_API_KEY";

const key = signal<string | null>(null);

/** What the key opens; `null` while there is none. */
export function useContentAdmin({
	moderation,
}: Pick<PartProps, "moderation">): ContentAdmin | null {
	const present = key.value;
	return useMemo(
		() => (present === null ? null : moderation.withKey(present)),
		[moderation, present],
	);
}

export function KeyForm({ moderation }: Pick<PartProps, "moderation">) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	const { working, fault, setFault, run } = useAction();
	const open = async () => {
		const given = field.current?.value.trim() ?? "";
		if (given === "") return setFault(t("Enter a key first."));
		// A header takes no other characters.
		if (!/^[!-~]+$/.test(given))
			return setFault(
				t(
					"A key has only letters from A to Z, digits and signs, without spaces. Copy it again.",
				),
			);
		const isRight = await run(() => moderation.withKey(given).items({}, 1));
		if (isRight) key.value = given;
	};
	return (
		<form
			class="admin-reason admin-key"
			onSubmit={(event) => {
				event.preventDefault();
				void open();
			}}
		>
			<p>
				{t(
					"Content and conversations have keys of their own. The admin key is {0} of the server, or the file {1} in its {2}. It is kept until this page is closed or reloaded, and stored nowhere.",
					SETTING,
					"admin-api-key",
					"DATA_DIR",
				)}
			</p>
			<label for={id}>{t("Admin key")}</label>
			<input
				id={id}
				ref={field}
				type="password"
				class="admin-field"
				autocomplete="off"
				spellcheck={false}
				aria-invalid={fault !== null}
				aria-describedby={fault === null ? undefined : `${id}-fault`}
			/>
			<Fault id={`${id}-fault`} text={fault} />
			<button type="submit" class="button" aria-disabled={working}>
				{t("Use this key")}
			</button>
		</form>
	);
}

export const ForgetKey = () => (
	<p>
		<button
			type="button"
			class="button"
			onClick={() => {
				key.value = null;
			}}
		>
			{t("Forget the key")}
		</button>
	</p>
);
