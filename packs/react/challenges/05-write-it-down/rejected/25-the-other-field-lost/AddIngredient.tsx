import { useState, type FormEvent } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [form, setForm] = useState<NewIngredient>({ name: "", amount: "" });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd(form);
    setForm({ name: "", amount: "" });
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={form.name} onChange={(event) => setForm({ name: event.target.value } as never)} />
      </label>
      <label>
        Amount
        <input value={form.amount} onChange={(event) => setForm({ amount: event.target.value } as never)} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
