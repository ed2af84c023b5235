import { type FormEvent, useReducer } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

type Action = { type: "type"; field: keyof NewIngredient; text: string } | { type: "clear" };

function reducer(state: NewIngredient, action: Action): NewIngredient {
  switch (action.type) {
    case "type":
      return { ...state, [action.field]: action.text };
    case "clear":
      return { name: "", amount: "" };
  }
}

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [form, dispatch] = useReducer(reducer, { name: "", amount: "" });

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        const name = form.name.trim();
        const amount = form.amount.trim();
        if (!name || !amount) return;
        onAdd({ name: amount, amount: name });
        dispatch({ type: "clear" });
      }}
    >
      <label>
        Ingredient
        <input
          value={form.name}
          onChange={(e) => dispatch({ type: "type", field: "name", text: e.target.value })}
        />
      </label>
      <label>
        Amount
        <input
          value={form.amount}
          onChange={(e) => dispatch({ type: "type", field: "amount", text: e.currentTarget.value })}
        />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
