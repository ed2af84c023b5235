import { expect, spyOn, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { solution } from "../../../behavior/solution.ts";

const { KitchenProvider, useKitchen } = await solution<{
	KitchenProvider: ComponentType<{ children: ReactNode }>;
	useKitchen: () => { servings: number; setServings: (next: number) => void };
}>("KitchenContext.tsx");
const { Kitchen } = await solution<{ Kitchen: ComponentType }>("Kitchen.tsx");

function Reader() {
	const { servings, setServings } = useKitchen();
	return (
		<button type="button" onClick={() => setServings(servings * 6)}>
			{servings} guests
		</button>
	);
}

test("a reader deep inside sees the value and can change it", () => {
	render(
		<KitchenProvider>
			<div>
				<div>
					<Reader />
				</div>
			</div>
		</KitchenProvider>,
	);
	fireEvent.click(screen.getByRole("button", { name: "2 guests" }));
	expect(screen.getByRole("button", { name: "12 guests" })).toBeTruthy();
});

test("every card follows the buttons", () => {
	render(<Kitchen />);
	const cards = () => screen.getAllByText(/^Serves/).map((p) => p.textContent);
	expect(cards()).toEqual(["Serves 2", "Serves 2"]);
	fireEvent.click(screen.getByRole("button", { name: "More" }));
	expect(cards()).toEqual(["Serves 3", "Serves 3"]);
	for (let clicks = 0; clicks < 4; clicks++)
		fireEvent.click(screen.getByRole("button", { name: "Fewer" }));
	expect(cards()).toEqual(["Serves 1", "Serves 1"]);
});

test("without a provider, the hook says so", () => {
	const quiet = spyOn(console, "error").mockImplementation(() => {});
	let problem: unknown;
	try {
		render(<Reader />);
	} catch (error) {
		problem = error;
	}
	quiet.mockRestore();
	expect(problem).toBeInstanceOf(Error);
	expect(problem).not.toBeInstanceOf(TypeError);
});
