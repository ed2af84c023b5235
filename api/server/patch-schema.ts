/** The bodies of merge patches (RFC 7396): taken as they come, since what they make of the present state is what is checked, but described. */
import {
	type Static,
	type TObject,
	type TUnsafe,
	Type,
} from "@sinclair/typebox";

/** Any members of `State`, down to the last; null takes one away. */
export type PatchOf<State> = State extends readonly unknown[]
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
