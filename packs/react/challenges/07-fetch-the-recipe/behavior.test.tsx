import { beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { RecipePage } = await solution<{
	RecipePage: ComponentType<{ id: string }>;
}>("RecipePage.tsx");

/** A request that waits for the test to answer it. */
interface Pending {
	path: string;
	answer(body: unknown, status?: number): Promise<void>;
	fail(): Promise<void>;
}

let requests: Pending[] = [];

function slowFetch(input: unknown, init?: RequestInit): Promise<Response> {
	return new Promise((resolve, reject) => {
		init?.signal?.addEventListener("abort", () =>
			reject(new DOMException("The request was aborted", "AbortError")),
		);
		requests.push({
			path: String(input).replace(/^https?:\/\/[^/]+/, ""),
			answer: (body, status = 200) =>
				act(async () => resolve(Response.json(body, { status }))),
			fail: () => act(async () => reject(new TypeError("No connection"))),
		});
	});
}

beforeEach(() => {
	requests = [];
	globalThis.fetch = slowFetch as typeof fetch;
});

const request = (at: number) => requests[at] as Pending;
const title = () => screen.getByRole("heading", { level: 2 }).textContent;
const risotto = { title: "Mushroom Risotto", minutes: 40 };
const soup = { title: "Leek and Potato Soup", minutes: 35 };

test("the page loads, then shows the recipe, with one request", async () => {
	render(<RecipePage id="risotto" />);
	expect(screen.getByText("Loading…")).toBeTruthy();
	expect(request(0).path).toBe("/api/recipes/risotto");
	await request(0).answer(risotto);
	expect(title()).toBe("Mushroom Risotto");
	expect(screen.getByText("40 minutes")).toBeTruthy();
	expect(screen.queryByText("Loading…")).toBeNull();
	expect(requests).toHaveLength(1);
});

test("a bad answer and no answer are told, until a good one comes", async () => {
	const { unmount, rerender } = render(<RecipePage id="pizza" />);
	await request(0).answer({ error: "No such recipe" }, 404);
	expect(screen.getByRole("alert").textContent).toBe(
		"Could not load the recipe",
	);
	rerender(<RecipePage id="risotto" />);
	await request(1).answer(risotto);
	expect(title()).toBe("Mushroom Risotto");
	expect(screen.queryByRole("alert")).toBeNull();
	unmount();
	render(<RecipePage id="soup" />);
	await request(2).fail();
	expect(screen.getByRole("alert").textContent).toBe(
		"Could not load the recipe",
	);
});

test("another id fetches again, and what comes late changes nothing", async () => {
	const { rerender } = render(<RecipePage id="soup" />);
	rerender(<RecipePage id="crumble" />);
	rerender(<RecipePage id="risotto" />);
	expect(request(2).path).toBe("/api/recipes/risotto");
	await request(2).answer(risotto);
	expect(title()).toBe("Mushroom Risotto");
	await request(0).answer(soup);
	await request(1).fail();
	expect(title()).toBe("Mushroom Risotto");
	expect(screen.queryByRole("alert")).toBeNull();
	expect(requests).toHaveLength(3);
});
