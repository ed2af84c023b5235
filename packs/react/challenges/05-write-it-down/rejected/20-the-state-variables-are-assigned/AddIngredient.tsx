import { type FormEvent, useState } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  let [name, setName] = useState("");
  let [amount, setAmount] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd({ name, amount });
    name = "";
    amount = "";
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        Amount
        <input value={amount} onChange={(event) => setAmount(event.target.value)} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
