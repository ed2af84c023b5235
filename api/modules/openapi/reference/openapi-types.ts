/** Types of the parts of an OpenAPI document that the reference page shows. */

export interface Schema {
	$ref?: string;
	type?: string | string[];
	description?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	allOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
	pattern?: string;
	format?: string;
	readOnly?: boolean;
	default?: unknown;
	examples?: unknown[];
}

export interface Operation {
	operationId: string;
	summary: string;
	description?: string;
	tags?: string[];
	security?: Record<string, string[]>[];
	parameters?: Parameter[];
	requestBody?: { description?: string; content: Content };
	responses: Record<string, Answer>;
}

export interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Answer {
	description: string;
	headers?: Record<string, unknown>;
	content?: Content;
}

export interface Security {
	in: string;
	name: string;
	description: string;
}

export interface Document {
	info: { title: string; version: string; description: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: {
		schemas: Record<string, Schema>;
		securitySchemes: Record<string, Security>;
	};
}
