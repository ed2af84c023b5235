/** JSON merge patch (RFC 7396), and the schema of a patch for the schema of its target. */
import {
	type Static,
	type TObject,
	type TUnsafe,
	Type,
} from "@sinclair/typebox";
import { shapeFaults } from "@treeline/packs/format";
import { refuse } from "./errors.ts";

/** What `patch` makes of `target`; neither is changed. Keys are own members only, whatever they are called. */
export function mergePatch(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged = new Map(isObject(target) ? Object.entries(target) : []);
	for (const [key, value] of Object.entries(patch))
		if (value === null) merged.delete(key);
		else merged.set(key, mergePatch(merged.get(key), value));
	return Object.fromEntries(merged);
}

/** Fills what is absent in `value` from `defaults`, at every depth. */
export function withDefaults(value: unknown, defaults: unknown): unknown {
	if (!isObject(value) || !isObject(defaults)) return value;
	const filled = new Map(Object.entries(value));
	for (const [key, standard] of Object.entries(defaults))
		filled.set(
			key,
			filled.has(key) ? withDefaults(filled.get(key), standard) : standard,
		);
	return Object.fromEntries(filled);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Any members of `State`, down to the last; null takes one away. */
type PatchOf<State> = State extends readonly unknown[]
	? State
	: State extends object
		? { [Name in keyof State]?: PatchOf<State[Name]> | null }
		: State;

interface Said {
	/** What is answered of the state: members that it has on top are passed over, so that what was read can be sent back. */
	answer: TObject;
	/** Whether a member that is taken away is as it was at first; otherwise only optional ones can be. */
	resets?: boolean;
	examples?: unknown[];
}

type Shape = Record<string, unknown>;

/** A body that changes a `state`. */
export function patchOf<State extends TObject>(
	state: State,
	{ answer, resets = false, examples }: Said,
): TUnsafe<PatchOf<Static<State>>> {
	const { properties, ...described } = changed(
		state as unknown as Shape,
		resets,
	);
	const passedOver = Object.keys(answer.properties)
		.filter((name) => !(name in state.properties))
		.map((name) => [name, { readOnly: true }]);
	return Type.Unsafe(
		Type.Object(
			{},
			{
				additionalProperties: true,
				...(examples && { examples }),
				described: {
					...described,
					...(examples && { examples }),
					properties: {
						...(properties as Shape),
						...Object.fromEntries(passedOver),
					},
				},
			},
		),
	);
}

/** The shape of what changes a value of `shape`: of an object any members, of anything else another value. */
function changed(shape: Shape, resets: boolean): Shape {
	const { properties, patternProperties, required, ...rest } = shape;
	const needed = (required ?? []) as string[];
	const each = (shapes: unknown, keep: (name: string) => boolean) =>
		Object.fromEntries(
			Object.entries(shapes as Record<string, Shape>).map(([name, one]) => {
				const other = changed(one, resets);
				return [name, keep(name) ? other : orNull(other)];
			}),
		);
	if (properties)
		return {
			...rest,
			// To take away what is not there changes nothing.
			...(rest.additionalProperties === false && {
				additionalProperties: { type: "null" },
			}),
			properties: each(properties, (name) => !resets && needed.includes(name)),
		};
	return patternProperties
		? { ...rest, patternProperties: each(patternProperties, () => false) }
		: shape;
}

function orNull(shape: Shape): Shape {
	const { anyOf, ...rest } = shape;
	const kinds =
		Array.isArray(anyOf) && !("discriminator" in shape) ? anyOf : [shape];
	const all = [
		...kinds.filter(({ type }) => type !== "null"),
		{ type: "null" },
	];
	return kinds === anyOf ? { ...rest, anyOf: all } : { anyOf: all };
}

/**
 * The state that `patch` makes of `present`; throws `validation_failed` with pointers into it. Members of `answer` that are no part
 * of the state are passed over, so that what was read can be sent back.
 */
export function applyPatch<State extends TObject>(
	state: State,
	answer: TObject,
	present: Static<State>,
	patch: Record<string, unknown>,
): Static<State> {
	const passedOver = (name: string) =>
		name === "$schema" ||
		(name in answer.properties && !(name in state.properties));
	const given = Object.entries(patch).filter(([name]) => !passedOver(name));
	const next = mergePatch(present, Object.fromEntries(given));
	refuse(shapeFaults(state, next));
	return next as Static<State>;
}
