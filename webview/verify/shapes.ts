/**
 * The shapes of verification, declared once: what authors write (assertions), what learners submit (files) and what the
 * engine answers (results). Everything else that speaks of them (request validation, JSON Schema, static types) derives from here.
 */
import {
	type Static,
	type TObject,
	type TSchema,
	Type,
} from "@sinclair/typebox";

const closed = { additionalProperties: false };

/** One file of a challenge or of a learner's answer. `path` is relative, with `/`; `content` is the whole text. */
export const FileEntry = Type.Object(
	{
		path: Type.String({ minLength: 1, maxLength: 200 }),
		content: Type.String(),
	},
	closed,
);
export type FileEntry = Static<typeof FileEntry>;

const explained = {
	/** What the learner reads about this check; it tells the whole rule. */
	description: Type.String({ minLength: 1 }),
	/** Shown at higher feedback levels. */
	hint: Type.Optional(Type.String({ minLength: 1 })),
	tasks: Type.Optional(
		Type.Array(Type.Integer({ minimum: 1, maximum: 999 }), {
			maxItems: 20,
			description:
				"the numbers of the prompt's list items that the check belongs to",
		}),
	),
};

const kind = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
	type: K,
	fields: P,
) => Type.Object({ type: Type.Literal(type), ...explained, ...fields }, closed);

/** A required text; `what` names it for authors, in editors and in messages ("add the method's name"). */
const text = (what: string) => Type.String({ minLength: 1, description: what });
const texts = (what: string) =>
	Type.Array(Type.String({ minLength: 1 }), { description: what });

const Pattern = Type.String({
	minLength: 1,
	description:
		"the code that is expected, with `$name` and `...` for what is free",
});
/** One pattern, or several of which any may match, the usual one first. */
const Code = Type.Union([Pattern, Type.Array(Pattern, { minItems: 1 })], {
	description: "a pattern, or a list of patterns of which any may match",
});
export type Code = Static<typeof Code>;

const valueKinds = [
	"function",
	"string",
	"number",
	"object",
	"array",
	"call",
	"class",
	"parameter",
	"literal",
	"jsx",
	"discarded",
	"whole",
] as const;
export type ValueKind = (typeof valueKinds)[number];

const occurrences = Type.Integer({ minimum: 0 });
/** What a node must meet, each member of it; without `pattern` the node is the file, or the one that is asked about. */
const conditionFields = <Self extends TSchema>(Self: Self) => ({
	pattern: Type.Optional(Code),
	any: Type.Optional(
		Type.Array(Self, {
			minItems: 1,
			description: "conditions of which one must hold",
		}),
	),
	all: Type.Optional(
		Type.Array(Self, {
			minItems: 1,
			description: "conditions that must all hold",
		}),
	),
	not: Type.Optional(Self),
	/** Contains, at any depth. */
	has: Type.Optional(Self),
	/** Stands in, at any depth. */
	inside: Type.Optional(Self),
	where: Type.Optional(
		Type.Record(Type.String({ pattern: "^\\$[a-z]\\w*$" }), Self, {
			description: "what metavariables may be, by their names with `$`",
			additionalProperties: false,
		}),
	),
	is: Type.Optional(
		Type.Union(
			valueKinds.map((one) => Type.Literal(one)),
			{
				description:
					"the kind of value that it must be; `discarded`: that nothing uses it; `whole`: a whole number, so that `< 31` asks what `<= 30` does",
			},
		),
	),
	regex: Type.Optional(
		text("a regular expression for a literal's value, as such or as `/…/i`"),
	),
	count: Type.Optional(
		Type.Union(
			[
				occurrences,
				Type.Object(
					{ min: Type.Optional(occurrences), max: Type.Optional(occurrences) },
					closed,
				),
			],
			{ description: "how often it must occur: a number, or `min` and `max`" },
		),
	),
});

/** A condition, which may hold others. */
export const Condition = Type.Recursive(
	(Self) => Type.Union([Code, Type.Object(conditionFields(Self), closed)]),
	{
		$id: "Condition",
		description: "a pattern, a list of patterns, or an object of conditions",
	},
);
export type Condition = Static<typeof Condition>;

/** A mistake that a check knows: wrong code, and what a learner who wrote it reads. */
export const Mistake = Type.Object(
	{
		...conditionFields(Condition),
		message: Type.String({
			minLength: 1,
			maxLength: 300,
			description:
				"what is wrong and what to write; `$name` becomes the learner's code",
		}),
		instead: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: 300,
				description: "the code to write in place of what is marked",
			}),
		),
		at: Type.Optional(
			Type.String({
				pattern: "^\\$[A-Za-z]\\w*$",
				description: "the metavariable to mark; the whole match without it",
			}),
		),
	},
	closed,
);
export type Mistake = Static<typeof Mistake>;

/** Most mistakes of one check. */
const mostMistakes = 20;

/**
 * The assertion kinds, by their tag (specification: "Assertion"). A kind is one entry here, one matcher file and one line
 * in `kinds/index.ts`; the compiler names whichever is missing.
 */
export const assertionKinds = {
	functionDeclaration: kind("functionDeclaration", {
		name: text("the function's name"),
		async: Type.Optional(
			Type.Boolean({ description: "whether the function must be async" }),
		),
		params: Type.Optional(texts("the names of its parameters")),
	}),
	variableDeclaration: kind("variableDeclaration", {
		name: text("the variable's name"),
		kind: Type.Optional(
			Type.Union(
				[Type.Literal("const"), Type.Literal("let"), Type.Literal("var")],
				{ description: "the word it must be declared with" },
			),
		),
	}),
	importDeclaration: kind("importDeclaration", {
		source: text("the module's name or path"),
		specifiers: Type.Optional(texts("the imported names")),
	}),
	exportDeclaration: kind("exportDeclaration", {
		name: text("the exported name"),
		/** Absent means false: a named export. */
		isDefault: Type.Optional(
			Type.Boolean({ description: "whether it must be the default export" }),
		),
	}),
	methodCall: kind("methodCall", {
		method: text("the method's name"),
		object: Type.Optional(text("what the method is called on")),
		args: Type.Optional(texts("pieces of text of its arguments")),
	}),
	returnStatement: kind("returnStatement", {
		valuePattern: Type.Optional(
			text("a regular expression for the returned value's text"),
		),
	}),
	classDeclaration: kind("classDeclaration", {
		name: text("the class's name"),
		extends: Type.Optional(text("the class that it must extend")),
		implements: Type.Optional(texts("pieces of the class's text")),
	}),
	jsxElement: kind("jsxElement", {
		name: text("the element's name"),
		props: Type.Optional(texts("the names of its attributes")),
	}),
	pythonFunctionDef: kind("pythonFunctionDef", {
		name: text("the function's name"),
		params: Type.Optional(texts("the names of its parameters")),
		decorator: Type.Optional(text("a decorator's name, without its `@`")),
	}),
	pythonClassDef: kind("pythonClassDef", {
		name: text("the class's name"),
		bases: Type.Optional(texts("its base classes")),
	}),
	pythonImport: kind("pythonImport", {
		module: text("the module's name"),
		names: Type.Optional(texts("the names imported from it")),
	}),
	sexpression: kind("sexpression", {
		pattern: text("the query pattern"),
	}),
	codePattern: kind("codePattern", {
		...conditionFields(Condition),
		mistakes: Type.Optional(
			Type.Array(Mistake, {
				minItems: 1,
				maxItems: mostMistakes,
				description:
					"what learners often write instead; after a miss the first that matches is shown",
			}),
		),
	}),
} satisfies Record<string, TObject>;

export type AssertionType = keyof typeof assertionKinds;
export type AssertionOf<K extends AssertionType> = Static<
	(typeof assertionKinds)[K]
>;
export type Assertion = { [K in AssertionType]: AssertionOf<K> }[AssertionType];

export const Assertion = Type.Unsafe<Assertion>(
	Type.Union(Object.values(assertionKinds), {
		discriminator: { propertyName: "type" },
	}),
);

/** What the patterns of a set share: names' meanings and patterns of the author's own, by their heads: `$answers($res, $body)`. */
export const Definitions = Type.Object(
	{
		imports: Type.Optional(text("imports that hold for all patterns")),
		/** `memo`. */
		transparent: Type.Optional(
			texts("functions that stand for what they are given"),
		),
		/** `status` in `res.status(404)`. */
		fluent: Type.Optional(
			texts("methods that stand for what they are called on"),
		),
		/** `Depends(dependency)`: positional arguments are then named ones. */
		signatures: Type.Optional(
			texts("functions with the names of their parameters"),
		),
		patterns: Type.Optional(
			Type.Record(
				Type.String({
					pattern:
						"^\\$[a-z]\\w*( *\\( *(\\$[a-z]\\w*( *, *\\$[a-z]\\w*)*)? *\\))?$",
				}),
				Type.Union([
					Code,
					Type.Object(
						{
							pattern: Code,
							where: conditionFields(Condition).where,
						},
						closed,
					),
				]),
				{
					description:
						"patterns by their heads, such as `$get($path, $handler)`",
					additionalProperties: false,
				},
			),
		),
	},
	{ ...closed, description: "what the patterns of a set share" },
);
export type Definitions = Static<typeof Definitions>;

/** What verifies a solution: checks of one exact path each, and checks that any one file may satisfy. Both may be absent. */
export const AssertionSet = Type.Object(
	{
		perFile: Type.Optional(
			Type.Record(Type.String({ minLength: 1 }), Type.Array(Assertion)),
		),
		crossFile: Type.Optional(Type.Array(Assertion)),
		/** What the set's patterns (`codePattern`) share. */
		definitions: Type.Optional(Definitions),
	},
	closed,
);
export type AssertionSet = Static<typeof AssertionSet>;

/** A range in one file; lines and columns are 1-based, columns count UTF-16 units, the end is exclusive. */
export const Location = Type.Object({
	file: Type.String(),
	line: Type.Integer(),
	column: Type.Integer(),
	endLine: Type.Integer(),
	endColumn: Type.Integer(),
});
export type Location = Static<typeof Location>;

/** The first facet in which the closest candidate differs from what a check asks for. */
export const NearMiss = Type.Object({
	facet: Type.String(),
	expected: Type.String(),
	actual: Type.String(),
	/** The part that differs, from the outside in, in words: "the first argument of `post(…)`". */
	path: Type.Optional(Type.Array(Type.String())),
});
export type NearMiss = Static<typeof NearMiss>;

export const AssertionResult = Type.Object({
	assertion: Assertion,
	passed: Type.Boolean(),
	/** What was found, in words; on a miss the closest candidate and the first facet in which it differs. */
	message: Type.String(),
	location: Type.Optional(Location),
	nearMiss: Type.Optional(NearMiss),
	/** On a miss that the check has a name for: which of its `mistakes` this is, counted from 0. */
	mistake: Type.Optional(Type.Integer({ minimum: 0 })),
	/** Present when the check itself could not be evaluated: its author has to fix it, and the learner's code is not at fault. */
	fault: Type.Optional(Type.Literal("check")),
});
export type AssertionResult = Static<typeof AssertionResult>;

export const FileVerificationResult = Type.Object({
	file: Type.String(),
	passed: Type.Boolean(),
	results: Type.Array(AssertionResult),
});
export type FileVerificationResult = Static<typeof FileVerificationResult>;

export const VerificationResult = Type.Object({
	passed: Type.Boolean(),
	fileResults: Type.Array(FileVerificationResult),
	crossFileResults: Type.Array(AssertionResult),
	totalAssertions: Type.Integer(),
	passedAssertions: Type.Integer(),
});
export type VerificationResult = Static<typeof VerificationResult>;

/** A syntax error as the grammar sees it; all four numbers are 1-based. */
export const ParseDiagnostic = Type.Object({
	message: Type.String(),
	startLine: Type.Integer(),
	startColumn: Type.Integer(),
	endLine: Type.Integer(),
	endColumn: Type.Integer(),
});
export type ParseDiagnostic = Static<typeof ParseDiagnostic>;
