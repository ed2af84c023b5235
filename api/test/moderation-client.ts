/** Administrators as tests play them, and what they have to do with. */
import { until } from "./attempts-client.ts";
import { type Author, newAuthor, type Told } from "./author-client.ts";
import { ADMIN_SECRET, type Service } from "./harness.ts";
import { launchPack } from "./seed-packs.ts";

/** Asks as an administrator, at the backend. */
export async function admin(
	service: Pick<Service, "backend">,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Told> {
	const answer = await fetch(`${service.backend}/api/admin/moderation${path}`, {
		method,
		headers: {
			"x-admin-secret": ADMIN_SECRET,
			...(body !== undefined && { "content-type": "application/json" }),
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	return {
		status: answer.status,
		headers: answer.headers,
		body: await answer.json(),
	};
}

/** A public pack of Ada's with one challenge of this title, and what she and Robin know of it. */
export async function shownPack(service: Service, slug: string, title: string) {
	const [ada, robin] = [
		await newAuthor(service),
		await newAuthor(service, "Robin"),
	];
	const pack = await launchPack();
	pack.manifest.slug = slug;
	pack.challenges = pack.challenges.slice(0, 1);
	Object.assign(pack.challenges[0] ?? {}, { title });
	const [id = ""] = await ada.write(pack);
	await show(ada, slug, "public");
	return { ada, robin, id, challenge: pack.challenges[0]?.slug ?? "" };
}

export const show = (ada: Author, slug: string, visibility: string) =>
	ada.ask("PATCH", `/author/packs/${slug}`, { visibility });

/** Resolves when the log has this deed with these facts. */
export const noted = (service: Service, command: string, facts: object) =>
	until(() => isNoted(service, command, facts));

const isNoted = (service: Service, command: string, facts: object) =>
	service
		.printed()
		.split("\n")
		.filter((line) => /^\{.*\}$/.test(line))
		.map((line) => JSON.parse(line))
		.some(
			(line) =>
				line.msg === command &&
				Object.entries(facts).every(([name, value]) => line[name] === value),
		);

/** What the log calls the tests' admin secret. */
export const FINGERPRINT = new Bun.CryptoHasher("sha256")
	.update(ADMIN_SECRET)
	.digest("hex")
	.slice(0, 8);
