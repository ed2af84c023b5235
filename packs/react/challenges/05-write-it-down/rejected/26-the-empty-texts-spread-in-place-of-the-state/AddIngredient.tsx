import { useState, type FormEvent } from "react";

export type NewIngredient = { name: string; amount: string };

const EMPTY = { name: "", amount: "" };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [form, setForm] = useState(EMPTY);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd(form);
    setForm(EMPTY);
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={form.name} onChange={(event) => setForm({ ...EMPTY, name: event.target.value })} />
      </label>
      <label>
        Amount
        <input value={form.amount} onChange={(event) => setForm({ ...EMPTY, amount: event.target.value })} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
