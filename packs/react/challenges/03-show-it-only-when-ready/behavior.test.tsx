import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { ServingHatch } = await solution<{
	ServingHatch: ComponentType<{
		dish: string;
		plates: number;
		cooking: boolean;
	}>;
}>("ServingHatch.tsx");

const text = (plates: number, cooking: boolean) =>
	render(
		<ServingHatch dish="Apple Crumble" plates={plates} cooking={cooking} />,
	).container.textContent;

test("while it cooks, it says so and nothing else", () => {
	expect(text(0, true)).toBe("Cooking…");
	expect(text(3, true)).toBe("Cooking…");
});

test("what is ready is announced with its number", () => {
	expect(text(1, false)).toBe("Apple Crumble1 ready");
	expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(
		"Apple Crumble",
	);
	expect(screen.getByText("1 ready").tagName).toBe("P");
});

test("an empty hatch shows no text at all", () => {
	expect(text(0, false)).toBe("");
});
