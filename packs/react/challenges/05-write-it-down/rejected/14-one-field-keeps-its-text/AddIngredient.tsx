import { type FormEvent, useState } from "react";
export type NewIngredient = { name: string; amount: string };
export function AddIngredient({ onAdd }: { onAdd: (ingredient: NewIngredient) => void }) {
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("");
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onAdd({ name, amount });
    setName("");
  }
  return (
    <form onSubmit={handleSubmit}>
      <label>Ingredient<input value={name} onChange={(event) => setName(event.target.value)} /></label>
      <label>Amount<input value={amount} onChange={(event) => setAmount(event.target.value)} /></label>
      <button type="submit">Add</button>
    </form>
  );
}
