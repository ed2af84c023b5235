/**
 * Assembles a challenge and its cases from the files of its folder, and records which file holds which part, so that a fault points to
 * what the author wrote. Pure; `read.ts` reads the disk.
 */
import { closestName } from "@treeline/verify/names";
import type { FileEntry } from "@treeline/verify/shapes";
import type { Accepted, Rejected } from "../cases.ts";
import { shapeFaults } from "../faults.ts";
import { foldCase } from "../path.ts";
import { type JsonPositions, jsonPositions } from "./json-positions.ts";
import {
	type AssembledChallenge,
	type CaseKind,
	CHALLENGE,
	CHALLENGE_KEYS,
	FolderLayout,
	fileOrder,
	jsonSchemaAddress,
	LAYOUT,
	type LocatedFault,
	orderFiles,
	SETS,
	type SourcePart,
	SUITES,
	TEXTS,
	WHY,
	withKeys,
} from "./shape.ts";
import { parseWhy, type Why } from "./why.ts";

/** Assembles the challenge in the pack's folder `at` from its files, whose paths are relative to `at`. Never throws. */
export function assembleChallenge(
	at: string,
	entries: readonly FileEntry[],
): AssembledChallenge {
	const reader = new FolderReader(at, entries);
	return reader.assemble();
}

/** The paths of texts that are read for what they say; others are files of learners, which stay as they are. */
const OWN_TEXT =
	/^((challenge|layout)\.json|(prompt|debrief)\.md|(accepted|rejected)\/[^/]+\/WHY\.md)$/;

class FolderReader {
	private readonly faults: LocatedFault[] = [];
	private readonly parts: SourcePart[] = [];
	private readonly caseParts: SourcePart[] = [];
	/** The texts by path, those with a meaning of their own without a byte order mark. */
	private readonly files = new Map<string, string>();
	private readonly positions = new Map<string, JsonPositions>();

	constructor(
		private readonly at: string,
		private readonly entries: readonly FileEntry[],
	) {
		for (const { path, content } of entries)
			this.files.set(
				path,
				OWN_TEXT.test(path) ? content.replace(/^\uFEFF/, "") : content,
			);
	}

	assemble(): AssembledChallenge {
		this.checkNames();
		const own = this.object(CHALLENGE) ?? {};
		const layout = this.layout();
		const { fileOrder: order = [], ...fields } = own;
		const orderFaults = shapeFaults(fileOrder, order, "#/fileOrder");
		for (const fault of orderFaults)
			this.jsonFault(
				CHALLENGE,
				fault.code,
				`${this.path(CHALLENGE)}: ${fault.detail}`,
				fault.pointer,
			);
		const names = orderFaults.length === 0 ? (order as string[]) : [];
		this.part("#", CHALLENGE, true);
		const value = this.challenge(fields, {
			files: names,
			scaffold: layout.challenge?.scaffold ?? names,
		});
		const cases = this.cases(names, layout);
		return {
			value,
			cases: cases?.values ?? null,
			caseFolders: cases?.folders ?? { accepted: [], rejected: [] },
			suite: this.suite(),
			layout,
			parts: this.parts,
			caseParts: this.caseParts,
			faults: this.faults,
		};
	}

	private path = (name: string) => `\`${this.at}/${name}\``;

	private fault(
		name: string,
		code: string,
		detail: string,
		line: number | null = 1,
		column = line && 1,
	): void {
		const file = name === "" ? this.at : `${this.at}/${name}`;
		this.faults.push({ file, line, column, code, detail });
	}

	/** A fault where a pointer leads to in a file of JSON, or where the file stops being JSON. */
	private jsonFault(
		name: string,
		code: string,
		detail: string,
		pointer?: string,
	): void {
		const positions =
			this.positions.get(name) ?? jsonPositions(this.files.get(name) ?? "");
		this.positions.set(name, positions);
		const at =
			pointer === undefined
				? positions.brokenAt
				: positions.positionOf(pointer);
		this.fault(name, code, detail, at?.line, at?.column);
	}

	private part(pointer: string, name: string, isJson = false): void {
		this.addPart(this.parts, pointer, name, isJson);
	}

	private addPart(
		parts: SourcePart[],
		pointer: string,
		name: string,
		isJson = false,
		line = 1,
	): void {
		const text = this.files.get(name) ?? null;
		const file = name === "" ? this.at : `${this.at}/${name}`;
		parts.push({ pointer, file, text, isJson, line });
	}

	/** Names in the folder that mean nothing, and names that are one on some systems. */
	private checkNames(): void {
		const known: string[] = [CHALLENGE, LAYOUT, ...SUITES];
		known.push(...Object.values(TEXTS));
		const folders: string[] = [...Object.values(SETS), "accepted", "rejected"];
		const unknown = new Set<string>();
		const seen = new Map<string, string>();
		for (const { path } of this.entries) {
			const [first = "", second, third] = path.split("/");
			const isKnown =
				second === undefined ? known.includes(first) : folders.includes(first);
			if (!isKnown) unknown.add(second === undefined ? first : `${first}/`);
			const isCase = first === "accepted" || first === "rejected";
			if (isCase && second !== undefined && third === undefined)
				this.fault(
					path,
					"misplaced_file",
					`${this.path(path)} is in no case; put it into a folder of its own, such as \`${first}/another-way/${second}\``,
					null,
				);
			const name = isCase && third !== undefined ? `${first}/${second}` : null;
			const duplicate = name === null ? undefined : seen.get(foldCase(name));
			if (name !== null && duplicate !== undefined && duplicate !== name)
				this.fault(
					name,
					"duplicate",
					`${this.path(duplicate)} and ${this.path(name)} are one folder where case does not count; rename one`,
					null,
				);
			else if (name !== null) seen.set(foldCase(name), name);
		}
		for (const name of unknown) {
			const all = [...known, ...folders.map((folder) => `${folder}/`)];
			const closest = closestName(name, all);
			this.fault(
				name,
				"unknown_file",
				`${this.path(name)} is no part of a challenge; ${closest ? `rename it to \`${closest}\`` : "remove it"}. A challenge has ${all.map((one) => `\`${one}\``).join(", ")}`,
				null,
			);
		}
	}

	/** A JSON object of the folder; null, with a fault, when it is missing or something else. */
	private object(name: string): Record<string, unknown> | null {
		const text = this.files.get(name);
		if (text === undefined) {
			this.fault(
				name,
				"missing",
				`${this.path(name)} is not there; write it, with the title, the hints and the checks`,
				null,
			);
			return null;
		}
		try {
			const value: unknown = JSON.parse(text);
			if (typeof value === "object" && value !== null && !Array.isArray(value))
				return value as Record<string, unknown>;
			this.fault(name, "wrong_type", `${this.path(name)} is no JSON object`);
		} catch (error) {
			this.jsonFault(
				name,
				"unreadable",
				`${this.path(name)} is not JSON (${(error as Error).message}); fix it and validate again`,
			);
		}
		return null;
	}

	private layout(): FolderLayout {
		if (!this.files.has(LAYOUT)) return {};
		const value = this.object(LAYOUT);
		if (value === null) return {};
		const [first] = shapeFaults(FolderLayout, value);
		if (!first) return value as FolderLayout;
		this.jsonFault(
			LAYOUT,
			first.code,
			`${this.path(LAYOUT)}: ${first.detail} (${first.pointer}). \`convert\` writes this file; it may be deleted`,
			first.pointer,
		);
		return {};
	}

	private challenge(
		fields: Record<string, unknown>,
		orders: Record<keyof typeof SETS, readonly string[]>,
	): Record<string, unknown> {
		const value: Record<string, unknown> = { ...fields };
		if (Object.hasOwn(fields, "$schema"))
			value.$schema = jsonSchemaAddress(fields.$schema);
		for (const [member, name] of Object.entries({ ...TEXTS, ...SETS }))
			if (Object.hasOwn(fields, member))
				this.jsonFault(
					CHALLENGE,
					"unknown_field",
					`${this.path(CHALLENGE)} has \`${member}\`, which stands in \`${name}\`; move it there`,
					`#/${member}`,
				);
		for (const [member, name] of Object.entries(TEXTS)) {
			const text = this.files.get(name);
			if (text === undefined) continue;
			// Editors end a file with a newline, which is no part of the text.
			value[member] = text.replace(/\n$/, "");
			this.part(`#/${member}`, name);
		}
		if (value.prompt === undefined)
			this.fault(
				TEXTS.prompt,
				"missing",
				`${this.path(TEXTS.prompt)} is not there; write the task into it`,
				null,
			);
		for (const member of ["files", "scaffold"] as const) {
			const folder = SETS[member];
			const files = this.set(folder, orders[member]);
			if (files.length === 0) continue;
			value[member] = files;
			this.part(`#/${member}`, folder);
			for (const [index, { path }] of files.entries())
				this.part(`#/${member}/${index}`, `${folder}/${path}`);
		}
		if (value.files === undefined)
			this.fault(
				SETS.files,
				"missing",
				`${this.path(`${SETS.files}/`)} has no files; put your own answer there`,
				null,
			);
		return withKeys(value, CHALLENGE_KEYS);
	}

	/** The files below a folder, with their paths in it. */
	private set(folder: string, order: readonly string[]): FileEntry[] {
		const files = this.entries
			.filter(({ path }) => path.startsWith(`${folder}/`))
			.map(({ path, content }) => ({
				path: path.slice(folder.length + 1),
				content,
			}));
		return orderFiles(files, order);
	}

	private cases(order: readonly string[], layout: FolderLayout) {
		const values: { accepted: Accepted[]; rejected: Rejected[] } = {
			accepted: [],
			rejected: [],
		};
		const folders: Record<CaseKind, string[]> = { accepted: [], rejected: [] };
		this.addPart(this.caseParts, "#", "");
		for (const kind of ["accepted", "rejected"] as const) {
			this.addPart(this.caseParts, `#/${kind}`, kind);
			for (const folder of this.caseFolders(kind)) {
				const at = `#/${kind}/${values[kind].length}`;
				const own = layout.each?.[folder]?.files;
				const files = this.set(folder, own ?? order).filter(
					({ path }) => path !== WHY,
				);
				const why = this.why(kind, folder);
				if (files.length === 0)
					this.fault(
						folder,
						"missing",
						`${this.path(`${folder}/`)} has no files; put the whole answer there, not only what differs`,
						null,
					);
				if (!why || files.length === 0) continue;
				folders[kind].push(folder);
				this.addPart(this.caseParts, at, `${folder}/${WHY}`);
				this.addPart(
					this.caseParts,
					`${at}/caughtBy`,
					`${folder}/${WHY}`,
					false,
					why.caughtByLine,
				);
				this.addPart(this.caseParts, `${at}/files`, folder);
				for (const [index, { path }] of files.entries())
					this.addPart(
						this.caseParts,
						`${at}/files/${index}`,
						`${folder}/${path}`,
					);
				const { name, caughtBy, behaves, reason } = why;
				if (kind === "accepted") values.accepted.push({ name, files });
				else
					values.rejected.push({
						name,
						caughtBy,
						...(behaves !== undefined && { behaves }),
						...(reason !== undefined && { reason }),
						files,
					});
			}
		}
		const isThere = this.entries.some(({ path }) =>
			/^(accepted|rejected)\//.test(path),
		);
		return isThere || layout.cases ? { values, folders } : null;
	}

	/** The folders of one kind of cases: by the number in front of their names, then by name. */
	private caseFolders(kind: CaseKind): string[] {
		const names = new Set(
			this.entries.flatMap(({ path }) => {
				const [first, second, third] = path.split("/");
				return first === kind && second && third !== undefined ? [second] : [];
			}),
		);
		const number = (name: string) =>
			Number(/^\d+/.exec(name)?.[0] ?? Number.MAX_SAFE_INTEGER);
		return [...names]
			.sort((a, b) => number(a) - number(b) || (a < b ? -1 : 1))
			.map((name) => `${kind}/${name}`);
	}

	/** What WHY.md of a case says; null, with a fault, when it cannot be told. */
	private why(kind: CaseKind, folder: string): Why | null {
		const name = `${folder}/${WHY}`;
		const text = this.files.get(name);
		if (text === undefined) {
			const next =
				kind === "accepted"
					? "write into it, in one line, what is different about this answer"
					: "write into its first line what is wrong with this answer, and below it `caughtBy:` with the check that must fail";
			this.fault(
				name,
				"missing",
				`${this.path(name)} is not there; ${next}`,
				null,
			);
			return null;
		}
		const why = parseWhy(text, kind);
		if (!("fault" in why)) return why;
		this.fault(name, "malformed", `${this.path(name)} ${why.fault}`, why.line);
		return null;
	}

	private suite(): string | null {
		const [first, second] = SUITES.filter((name) => this.files.has(name));
		if (second !== undefined)
			this.fault(
				second,
				"duplicate",
				`${this.path(first ?? "")} and ${this.path(second)} are both there; keep one suite`,
			);
		return first === undefined ? null : `${this.at}/${first}`;
	}
}
