import { expect, mock, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

const { Kitchen } = await solution<{ Kitchen: ComponentType }>("Kitchen.tsx");
const { SearchBox } = await solution<{
	SearchBox: ComponentType<{
		query: string;
		onQueryChange: (query: string) => void;
	}>;
}>("SearchBox.tsx");

const box = () => screen.getByLabelText("Search recipes") as HTMLInputElement;
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const titles = () =>
	screen.queryAllByRole("listitem").map((row) => row.textContent);

test("the text narrows the list, in capitals or not", () => {
	render(<Kitchen />);
	expect(titles()).toHaveLength(3);
	type("soup");
	expect(titles()).toEqual(["Leek and Potato Soup"]);
	expect(screen.getByText(/of 3 recipes/).textContent).toBe("1 of 3 recipes");
	type("RISO");
	expect(titles()).toEqual(["Mushroom Risotto"]);
	type("pizza");
	expect(titles()).toEqual([]);
});

test("the box shows what it is told and reports the text that is typed", () => {
	const onQueryChange = mock();
	const { rerender } = render(
		<SearchBox query="leek" onQueryChange={onQueryChange} />,
	);
	expect(box().value).toBe("leek");
	type("leeks");
	expect(onQueryChange.mock.calls).toEqual([["leeks"]]);
	rerender(<SearchBox query="apple" onQueryChange={onQueryChange} />);
	expect(box().value).toBe("apple");
});

test("Clear empties both panes", () => {
	render(<Kitchen />);
	type("crumble");
	expect(box().value).toBe("crumble");
	expect(titles()).toEqual(["Apple Crumble"]);
	fireEvent.click(screen.getByRole("button", { name: "Clear" }));
	expect(box().value).toBe("");
	expect(titles()).toHaveLength(3);
});
