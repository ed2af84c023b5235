import { afterEach, expect, spyOn, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

interface Ingredient {
	id: string;
	name: string;
	amount: string;
}

const { IngredientList } = await solution<{
	IngredientList: ComponentType<{ ingredients: Ingredient[] }>;
}>("IngredientList.tsx");

const soup: Ingredient[] = [
	{ id: "a", name: "leeks", amount: "400 g" },
	{ id: "b", name: "salt", amount: "1 tsp" },
	{ id: "c", name: "salt", amount: "1 pinch" },
];

const complaints = spyOn(console, "error").mockImplementation(() => {});
afterEach(() => {
	complaints.mockClear();
});

const rows = () => screen.getAllByRole("listitem");

test("there is a row for every ingredient, with amount and name", () => {
	render(<IngredientList ingredients={soup} />);
	expect(rows().map((row) => row.textContent)).toEqual([
		"400 g leeks",
		"1 tsp salt",
		"1 pinch salt",
	]);
});

test("rows move with their ingredients, and React has nothing to complain about", () => {
	const { rerender } = render(<IngredientList ingredients={soup} />);
	const before = rows();
	rerender(<IngredientList ingredients={soup.toReversed()} />);
	const after = rows();
	expect(after.toReversed().every((row, at) => row === before[at])).toBeTrue();
	expect(complaints).not.toHaveBeenCalled();
});

test("an empty list says so, a full one does not", () => {
	const { rerender } = render(<IngredientList ingredients={[]} />);
	expect(screen.getByText("Nothing to prepare")).toBeTruthy();
	expect(screen.queryByRole("listitem")).toBeNull();
	rerender(<IngredientList ingredients={soup} />);
	expect(screen.queryByText("Nothing to prepare")).toBeNull();
});
