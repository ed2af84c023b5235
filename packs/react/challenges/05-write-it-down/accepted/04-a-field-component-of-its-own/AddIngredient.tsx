import { useState } from "react";

type FieldProps = { label: string; value: string; onChange: (text: string) => void };

function Field({ label, value, onChange }: FieldProps) {
  return (
    <label>
      {label}
      <input type="text" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

type Props = { onAdd: (ingredient: { name: string; amount: string }) => void };

function AddIngredient({ onAdd }: Props) {
  const [ingredient, setIngredient] = useState({ name: "", amount: "" });
  return (
    <form
      onSubmit={function (event) {
        event.preventDefault();
        onAdd({ ...ingredient });
        setIngredient({ name: "", amount: "" });
      }}
    >
      <Field label="Ingredient" value={ingredient.name} onChange={(name) => setIngredient((old) => ({ ...old, name }))} />
      <Field label="Amount" value={ingredient.amount} onChange={(amount) => setIngredient((old) => ({ ...old, amount }))} />
      <button type="submit">Add</button>
    </form>
  );
}

export { AddIngredient };
