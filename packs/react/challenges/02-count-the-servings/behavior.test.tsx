import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { Servings } = await solution<{ Servings: ComponentType }>(
	"Servings.tsx",
);

const click = (name: string) =>
	fireEvent.click(screen.getByRole("button", { name }));
const shown = () => screen.getByText(/^Serves/).textContent;

test("starts with two servings", () => {
	render(<Servings />);
	expect(shown()).toBe("Serves 2");
});

test("More adds one, Fewer takes one away", () => {
	render(<Servings />);
	click("More");
	click("More");
	expect(shown()).toBe("Serves 4");
	click("Fewer");
	expect(shown()).toBe("Serves 3");
});

test("never goes below one", () => {
	render(<Servings />);
	click("Fewer");
	expect(shown()).toBe("Serves 1");
	click("Fewer");
	click("Fewer");
	expect(shown()).toBe("Serves 1");
	click("More");
	expect(shown()).toBe("Serves 2");
});
