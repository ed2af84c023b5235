import { type FormEvent, useState } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    onAdd({ name: String(data.get("name")), amount: String(data.get("amount")) });
    setName("");
    setAmount("");
  }

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input name="name" defaultValue={name} />
      </label>
      <label>
        Amount
        <input name="amount" defaultValue={amount} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
