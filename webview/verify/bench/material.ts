/** What is measured: a small file, a large one that ends with the small one's text, and the task that every candidate does on both. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Assertion, AssertionSet } from "../index.ts";

export const small = `import express, { Router } from "express";
import { readFile } from "node:fs/promises";
import { createStore } from "./store.js";

const app = express();
const router = Router();
const store = createStore({ file: process.env.DATA ?? "data.json" });
const port = Number(process.env.PORT ?? 3000);

app.use(express.json({ limit: "100kb" }));
app.use("/api", router);

/** Loads a user with its posts. */
async function loadUser(id, withPosts) {
	const user = await store.get("users", id);
	if (!user) return null;
	const posts = withPosts ? await store.list("posts", { author: id }) : [];
	return { ...user, posts };
}

const notFound = (response, what) =>
	response.status(404).json({ error: \`\${what} was not found\` });

router.get("/users/:id", async (request, response) => {
	const user = await loadUser(request.params.id, true);
	if (!user) return notFound(response, "The user");
	response.json(user);
});

router.post("/users", async (request, response) => {
	const { name, email } = request.body;
	if (typeof name !== "string" || !email?.includes("@")) {
		return response.status(400).json({ error: "name and email are needed" });
	}
	const user = await store.add("users", { name, email });
	response.status(201).json(user);
});

app.get("/", async (_request, response) => {
	response.type("html").send(await readFile("index.html", "utf8"));
});

app.listen(port, () => console.log(\`listening on \${port}\`));

export { app, loadUser };
`;

/** 229 KB and more: a parser's own module as it is published, and the small file at its end. Needs the bench's packages. */
export const large = () =>
	readFileSync(
		join(import.meta.dir, "node_modules/acorn/dist/acorn.mjs"),
		"utf8",
	) + small;

const described = (assertion: object) =>
	({ description: "d", ...assertion }) as Assertion;

/** The job: an async function with its parameters, an import, a call with its argument, a returned value, an export. */
export const job: Assertion[] = [
	{
		type: "functionDeclaration",
		name: "loadUser",
		async: true,
		params: ["id", "withPosts"],
	},
	{ type: "importDeclaration", source: "express", specifiers: ["Router"] },
	{ type: "methodCall", method: "get", object: "app", args: ['"/"'] },
	{ type: "returnStatement", valuePattern: "notFound" },
	{ type: "exportDeclaration", name: "app", isDefault: false },
].map(described);

export const ten: Assertion[] = [
	...job,
	...[
		{ type: "functionDeclaration", name: "notFound", params: ["what"] },
		{
			type: "importDeclaration",
			source: "./store.js",
			specifiers: ["createStore"],
		},
		{
			type: "methodCall",
			method: "get",
			object: "router",
			args: ["/users/:id"],
		},
		{ type: "methodCall", method: "listen", object: "app", args: ["port"] },
		{ type: "variableDeclaration", name: "router", kind: "const" },
	].map(described),
];

export const query = described({
	type: "sexpression",
	pattern: '(call_expression function: (identifier) @f (#eq? @f "express"))',
});

/** `count` assertions, each an object of its own, as they come out of JSON. */
export const setOf = (
	assertions: Assertion[],
	count: number,
): AssertionSet => ({
	perFile: {
		"app.js": Array.from({ length: count }, (_, index) =>
			structuredClone(assertions[index % assertions.length] as Assertion),
		),
	},
});
