import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

interface Item {
	id: string;
	name: string;
	bought: boolean;
}

type Action =
	| { type: "add"; id: string; name: string }
	| { type: "toggle" | "remove"; id: string };

const { shoppingReducer } = await solution<{
	shoppingReducer: (items: Item[], action: Action) => Item[];
}>("shoppingReducer.ts");
const { ShoppingList } = await solution<{ ShoppingList: ComponentType }>(
	"ShoppingList.tsx",
);

/** Items that cannot be changed: whoever tries throws. */
const frozen = (...items: Item[]) =>
	Object.freeze(items.map((item) => Object.freeze(item))) as Item[];

const leeks = { id: "a", name: "leeks", bought: false };
const cream = { id: "b", name: "cream", bought: true };

function add(...names: string[]) {
	for (const value of names) {
		fireEvent.change(screen.getByLabelText("Item"), { target: { value } });
		fireEvent.click(screen.getByRole("button", { name: "Add" }));
	}
}
const box = (name: string) => screen.getByLabelText(name) as HTMLInputElement;
const names = () => screen.getAllByRole("checkbox").length;

test("add puts an item at the end, not bought yet", () => {
	expect(
		shoppingReducer(frozen(cream), { type: "add", id: "a", name: "leeks" }),
	).toEqual([cream, leeks]);
	render(<ShoppingList />);
	add("leeks", "cream");
	expect(names()).toBe(2);
	expect(box("cream").checked).toBeFalse();
});

test("toggle turns one item around, in a copy", () => {
	const before = frozen(leeks, cream);
	const toggled = shoppingReducer(before, { type: "toggle", id: "b" });
	expect(toggled).toEqual([leeks, { ...cream, bought: false }]);
	expect(toggled).not.toBe(before);
	render(<ShoppingList />);
	add("leeks", "cream");
	fireEvent.click(box("leeks"));
	expect(box("leeks").checked).toBeTrue();
	expect(box("cream").checked).toBeFalse();
	fireEvent.click(box("leeks"));
	expect(box("leeks").checked).toBeFalse();
});

test("remove leaves the others", () => {
	expect(
		shoppingReducer(frozen(leeks, cream), { type: "remove", id: "a" }),
	).toEqual([cream]);
	expect(
		shoppingReducer(frozen(leeks, cream), { type: "remove", id: "z" }),
	).toEqual([leeks, cream]);
	const more = { ...leeks, id: "c" };
	expect(
		shoppingReducer(frozen(leeks, more), { type: "remove", id: "a" }),
	).toEqual([more]);
	render(<ShoppingList />);
	add("leeks", "cream", "salt");
	fireEvent.click(screen.getByRole("button", { name: "Remove cream" }));
	expect(names()).toBe(2);
	expect(screen.queryByLabelText("cream")).toBeNull();
});
