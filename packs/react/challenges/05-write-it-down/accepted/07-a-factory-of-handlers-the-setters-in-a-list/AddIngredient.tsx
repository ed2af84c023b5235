import { useState, type ChangeEvent, type Dispatch, type FormEventHandler, type SetStateAction } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

const into =
  (set: Dispatch<SetStateAction<string>>) =>
  (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value);
  };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("");

  const handleSubmit: FormEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    const ingredient: NewIngredient = { name, amount };
    [setName, setAmount].forEach((set) => set(""));
    onAdd(ingredient);
  };

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input value={name} onChange={into(setName)} />
      </label>
      <label>
        Amount
        <input value={amount} onChange={into(setAmount)} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
