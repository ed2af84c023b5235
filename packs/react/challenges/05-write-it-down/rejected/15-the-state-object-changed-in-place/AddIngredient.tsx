import { useState, type FormEvent } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [form, setForm] = useState<NewIngredient>({ name: "", amount: "" });

  function change(field: keyof NewIngredient, text: string) {
    form[field] = text;
    setForm(form);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd(form);
    form.name = "";
    form.amount = "";
    setForm(form);
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={form.name} onChange={(event) => change("name", event.target.value)} />
      </label>
      <label>
        Amount
        <input value={form.amount} onChange={(event) => change("amount", event.target.value)} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
