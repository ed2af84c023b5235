import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { RecipeCard } = await solution<{
	RecipeCard: ComponentType<{ title: string; minutes?: number }>;
}>("RecipeCard.tsx");

test("each card shows its own title as a heading", () => {
	render(
		<>
			<RecipeCard title="Mushroom Risotto" />
			<RecipeCard title="Apple Crumble" />
		</>,
	);
	const headings = screen.getAllByRole("heading", { level: 2 });
	expect(headings.map((one) => one.textContent)).toEqual([
		"Mushroom Risotto",
		"Apple Crumble",
	]);
});

test("the card shows the minutes it is given", () => {
	render(<RecipeCard title="Leek and Potato Soup" minutes={35} />);
	expect(screen.getByText("35 minutes").tagName).toBe("P");
});

test("a card without minutes says 20", () => {
	render(<RecipeCard title="Apple Crumble" />);
	expect(screen.getByText("20 minutes").tagName).toBe("P");
});
