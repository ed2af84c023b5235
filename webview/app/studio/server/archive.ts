/** A pack as a file of the author: exported as an archive of its folder, imported from one, or from the JSON that the service exports. */
import {
	filesOfPack,
	type PackContent,
	packOfFiles,
	packOfJson,
} from "@treeline/packs/studio-in-page";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { ApiError } from "../../../host/host.ts";
import { type AuthorCaller, StudioError } from "../../../host/studio.ts";
import { t } from "../../../l10n/l10n.ts";
import type { AuthorPack } from "./author-pack.ts";

/** No file of a pack is read that would be larger, in bytes. */
const MAX_FILE = 2 * 1024 * 1024;
const MAX_ALL = 64 * 1024 * 1024;
/** The files of a pack that are imported. */
const OWN = /(^|\/)(pack|definitions)\.json$|(^|\/)(challenges|cases)\//;
/** Bodies from this size on are sent in parts, since the service takes 100 kB; in UTF-16 units. */
const LARGE = 90_000;

/** An archive of the pack's folder. Throws what cannot be written as files. */
export function archiveOf(pack: AuthorPack): {
	name: string;
	bytes: Uint8Array<ArrayBuffer>;
} {
	const { name, slug, description, language, framework } = pack;
	const { version, author, tags } = pack;
	const files = filesOfPack({
		manifest: {
			...{ name, slug, description, language, version, author, tags },
			...(framework !== null && { framework }),
		},
		challenges: pack.challenges.map(
			({ _id, order, version: _, ...challenge }) => challenge,
		),
	});
	const entries = files.map(({ path, content }) => [
		`${slug}/${path}`,
		strToU8(content),
	]);
	return { name: `${slug}.zip`, bytes: zipSync(Object.fromEntries(entries)) };
}

/** The pack in a file that an author chose. Rejects with a {@link StudioError}. */
export async function readArchive(file: File): Promise<PackContent> {
	try {
		const bytes = new Uint8Array(await file.arrayBuffer());
		const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
		return isZip
			? await packOfFiles(unpacked(bytes))
			: packOfJson(strFromU8(bytes));
	} catch (error) {
		throw new StudioError(
			"refused",
			t(
				'"{0}" cannot be imported: {1}',
				file.name,
				(error as Error).message ?? String(error),
			),
			t(
				"Choose an archive (.zip) of a pack's folder, or the JSON of an exported pack.",
			),
		);
	}
}

function unpacked(bytes: Uint8Array): { path: string; content: string }[] {
	let all = 0;
	const files = unzipSync(bytes, {
		filter({ name, originalSize }) {
			if (name.endsWith("/") || !OWN.test(name)) return false;
			all += originalSize;
			return originalSize <= MAX_FILE && all <= MAX_ALL;
		},
	});
	return Object.entries(files).map(([path, content]) => ({
		path,
		content: strFromU8(content),
	}));
}

/** Makes a private pack of what was read; where a part of it is refused, the pack is deleted again. Rejects with an ApiError. */
export async function importPack(
	call: AuthorCaller,
	{ manifest, challenges }: PackContent,
	onProgress: (done: number) => void,
): Promise<void> {
	const { slug } = manifest;
	await patiently(() => call("POST /author/packs", { body: manifest }));
	try {
		for (const [index, challenge] of challenges.entries()) {
			onProgress(index);
			await importChallenge(call, slug, challenge);
		}
	} catch (error) {
		await call("DELETE /author/packs/:slug", { params: { slug } }).catch(
			() => null,
		);
		throw error;
	}
}

async function importChallenge(
	call: AuthorCaller,
	slug: string,
	body: PackContent["challenges"][number],
): Promise<void> {
	const { cases, ...challenge } = body;
	const isLarge = JSON.stringify(body).length > LARGE;
	const add = (whole: typeof challenge | typeof body) =>
		patiently(() =>
			call("POST /author/packs/:slug/challenges", {
				params: { slug },
				body: whole,
			}),
		);
	const { data } = await add(isLarge ? challenge : body);
	if (!isLarge || !cases) return;
	for (const part of [{ ...cases, rejected: [] }, { rejected: cases.rejected }])
		await patiently(() =>
			call("PATCH /author/challenges/:id", {
				params: { id: data._id },
				body: { cases: part },
			}),
		);
}

/** Tries again after as long as the service says, where there were too many changes in a minute. */
async function patiently<Answer>(work: () => Promise<Answer>): Promise<Answer> {
	for (;;)
		try {
			return await work();
		} catch (error) {
			const isLimited = error instanceof ApiError && error.status === 429;
			if (!isLimited) throw error;
			const seconds = error.retryAfter ?? 5;
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
		}
}
