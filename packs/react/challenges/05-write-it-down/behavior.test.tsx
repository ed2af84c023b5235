import { expect, mock, test } from "bun:test";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { AddIngredient } = await solution<{
	AddIngredient: ComponentType<{
		onAdd: (ingredient: { name: string; amount: string }) => void;
	}>;
}>("AddIngredient.tsx");

const field = (label: string) =>
	screen.getByLabelText(label, { exact: false }) as HTMLInputElement;
const type = (label: string, value: string) =>
	fireEvent.change(field(label), { target: { value } });

/** A form, filled in, and the function it must call. */
function filled() {
	const onAdd = mock();
	const { container } = render(<AddIngredient onAdd={onAdd} />);
	const form = container.querySelector("form") as HTMLFormElement;
	type("Ingredient", "cinnamon");
	type("Amount", "1 tsp");
	return { onAdd, form };
}

test("the fields show what is typed", () => {
	const { onAdd } = filled();
	expect(field("Ingredient").value).toBe("cinnamon");
	expect(field("Amount").value).toBe("1 tsp");
	expect(onAdd).not.toHaveBeenCalled();
});

test("submitting hands over the ingredient, once, and the page stays", () => {
	const { onAdd, form } = filled();
	const submit = createEvent.submit(form);
	fireEvent(form, submit);
	expect(submit.defaultPrevented).toBeTrue();
	expect(onAdd.mock.calls).toEqual([[{ name: "cinnamon", amount: "1 tsp" }]]);
	const empty = createEvent.submit(form);
	fireEvent(form, empty);
	expect(empty.defaultPrevented).toBeTrue();
});

test("after that, the form is empty and ready for the next one", () => {
	const { onAdd, form } = filled();
	fireEvent.submit(form);
	expect(field("Ingredient").value).toBe("");
	expect(field("Amount").value).toBe("");
	type("Ingredient", "sugar");
	type("Amount", "80 g");
	fireEvent.click(screen.getByRole("button", { name: "Add" }));
	expect(onAdd.mock.calls.slice(1)).toEqual([
		[{ name: "sugar", amount: "80 g" }],
	]);
});
