/** The launch pack as a test's starting point, and small packs for what a launch pack should not show. */
import {
	copyFileSync,
	cpSync,
	existsSync,
	readFileSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readPacks, seedBody } from "@treeline/packs/disk";
import type { Manifest, SeedBody } from "@treeline/packs/format";
import { ADMIN_SECRET, type Service } from "./harness.ts";

const EXPRESS = join(import.meta.dir, "../../packs/express");

/** The Express pack as it is seeded, with its first three challenges: tests count them, and the pack grows. A fresh copy each time. */
export async function launchPack(): Promise<SeedBody> {
	const [pack] = await readPacks(EXPRESS);
	if (!pack) throw new Error("the Express pack is not there");
	// The challenges share their definitions in memory; what is changed in one of them must not change in the others.
	const { manifest, challenges }: SeedBody = JSON.parse(
		JSON.stringify(seedBody(pack)),
	);
	return {
		manifest: { ...manifest, challenges: manifest.challenges.slice(0, 3) },
		challenges: challenges.slice(0, 3),
	};
}

/** The same pack as files in `folder`, for a start that seeds. */
export function smallPacks(folder: string): void {
	const target = join(folder, "express");
	const manifest = JSON.parse(
		readFileSync(join(EXPRESS, "pack.json"), "utf8"),
	) as Manifest;
	const challenges = manifest.challenges.slice(0, 3);
	for (const path of challenges) {
		const folder = path.replace(/\.json$/, "");
		const form = existsSync(join(EXPRESS, folder)) ? folder : path;
		cpSync(join(EXPRESS, form), join(target, form), { recursive: true });
	}
	copyFileSync(
		join(EXPRESS, "definitions.json"),
		join(target, "definitions.json"),
	);
	writeFileSync(
		join(target, "pack.json"),
		JSON.stringify({ ...manifest, challenges }),
	);
}

/** Sends `body` to the seed route; any value, to see what is refused. */
export function seed(
	service: Pick<Service, "backend">,
	body: unknown,
	headers: Record<string, string> = { "x-admin-secret": ADMIN_SECRET },
): Promise<Response> {
	return fetch(`${service.backend}/api/admin/packs/seed`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
}

/** Seeds a pack that must be accepted. */
export async function seedInto(
	service: Pick<Service, "backend">,
	body: SeedBody,
): Promise<{ result: string; challenges: Record<string, number> }> {
	const answer = await seed(service, body);
	const { data, detail } = (await answer.json()) as {
		data: { result: string; challenges: Record<string, number> };
		detail?: string;
	};
	if (!answer.ok) throw new Error(detail);
	return data;
}
