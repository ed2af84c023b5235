import { expect, test } from "bun:test";
import {
	act,
	fireEvent,
	render,
	renderHook,
	screen,
} from "@testing-library/react";
import type { ComponentType } from "react";
import { solution } from "../../../behavior/solution.ts";

type UseStoredState = <Value>(
	key: string,
	initial: Value,
) => readonly [Value, (next: Value) => void];

const { useStoredState } = await solution<{ useStoredState: UseStoredState }>(
	"useStoredState.ts",
);
const { Notepad } = await solution<{ Notepad: ComponentType }>("Notepad.tsx");

const notes = () => screen.getByRole("textbox") as HTMLTextAreaElement;
const value = <Value,>(key: string, initial: Value) =>
	renderHook(() => useStoredState(key, initial)).result.current[0];

test("it starts with what is stored, else with the initial value", () => {
	localStorage.setItem("notes", JSON.stringify("Order cream"));
	localStorage.setItem("servings", "4");
	localStorage.setItem("guests", "0");
	localStorage.setItem("open", "false");
	render(<Notepad />);
	expect(notes().value).toBe("Order cream");
	expect(value("servings", 2)).toBe(4);
	expect(value("guests", 2)).toBe(0);
	expect(value("open", true)).toBe(false);
	expect(value("portions", 2)).toBe(2);
});

test("changes are written as JSON", () => {
	render(<Notepad />);
	fireEvent.change(notes(), { target: { value: 'Say "hello" to Ada' } });
	expect(notes().value).toBe('Say "hello" to Ada');
	expect(localStorage.getItem("notes")).toBe('"Say \\"hello\\" to Ada"');
	const { result } = renderHook(() =>
		useStoredState("menu", { dishes: ["soup"] }),
	);
	act(() => result.current[1]({ dishes: ["soup", "crumble"] }));
	expect(result.current[0]).toEqual({ dishes: ["soup", "crumble"] });
	expect(localStorage.getItem("menu")).toBe('{"dishes":["soup","crumble"]}');
});

test("broken text counts as none", () => {
	localStorage.setItem("notes", '"Order cre');
	localStorage.setItem("servings", "{four}");
	render(<Notepad />);
	expect(notes().value).toBe("");
	expect(value("servings", 2)).toBe(2);
});
