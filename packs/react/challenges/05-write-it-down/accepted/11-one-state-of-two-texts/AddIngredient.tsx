import { useState } from "react";
export type NewIngredient = { name: string; amount: string };
type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };
export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [fields, setFields] = useState<[string, string]>(["", ""]);
  const [name, amount] = fields;
  return (
    <form onSubmit={(event) => { event.preventDefault(); onAdd({ name, amount }); setFields(["", ""]); }}>
      <label>Ingredient<input value={name} onChange={(e) => setFields([e.target.value, amount])} /></label>
      <label>Amount<input value={amount} onChange={(e) => setFields([name, e.target.value])} /></label>
      <button type="submit">Add</button>
    </form>
  );
}
