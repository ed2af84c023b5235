import { useReducer } from "react";

export type NewIngredient = { name: string; amount: string };

type Change = { type: "typed"; field: keyof NewIngredient; text: string } | { type: "cleared" };

function formReducer(state: NewIngredient, change: Change): NewIngredient {
  switch (change.type) {
    case "typed":
      return { ...state, [change.field]: change.text };
    case "cleared":
      return { name: "", amount: "" };
  }
}

export function AddIngredient({ onAdd }: { onAdd: (ingredient: NewIngredient) => void }) {
  const [state, dispatch] = useReducer(formReducer, { name: "", amount: "" });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(state);
        dispatch({ type: "cleared" });
      }}
    >
      <label>
        Ingredient
        <input
          value={state.name}
          onChange={(event) => dispatch({ type: "typed", field: "name", text: event.target.value })}
        />
      </label>
      <label>
        Amount
        <input
          value={state.amount}
          onChange={(event) => dispatch({ type: "typed", field: "amount", text: event.target.value })}
        />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
