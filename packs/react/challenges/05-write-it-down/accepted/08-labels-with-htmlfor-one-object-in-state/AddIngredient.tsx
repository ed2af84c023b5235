import { useState } from "react";
export type NewIngredient = { name: string; amount: string };
export function AddIngredient({ onAdd }: { onAdd: (ingredient: NewIngredient) => void }) {
  const [state, setState] = useState({ name: "", amount: "" });
  const update = (key: "name" | "amount") => (e: React.ChangeEvent<HTMLInputElement>) => setState({ ...state, [key]: e.currentTarget.value });
  return (
    <form onSubmit={(e) => { e.preventDefault(); onAdd({ name: state.name, amount: state.amount }); setState({ name: "", amount: "" }); }}>
      <label htmlFor="n">Ingredient</label><input id="n" value={state.name} onChange={update("name")} />
      <label htmlFor="a">Amount</label><input id="a" value={state.amount} onChange={update("amount")} />
      <button type="submit">Add</button>
    </form>
  );
}
