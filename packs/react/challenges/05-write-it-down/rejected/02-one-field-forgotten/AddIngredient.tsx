import { type FormEvent, useState } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd({ name, amount });
    setName("");
    setAmount("");
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        Amount
        <input />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
