import { useState, type ChangeEvent, type SyntheticEvent } from "react";

function useField() {
  const [value, setValue] = useState("");
  return {
    props: {
      value,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.target.value),
    },
    clear: () => setValue(""),
  };
}

export type NewIngredient = { name: string; amount: string };

export function AddIngredient({ onAdd }: { onAdd: (ingredient: NewIngredient) => void }) {
  const name = useField();
  const amount = useField();

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    onAdd({ name: name.props.value, amount: amount.props.value });
    name.clear();
    amount.clear();
  };

  return (
    <form onSubmit={handleSubmit}>
      <label>
        Ingredient
        <input {...name.props} />
      </label>
      <label>
        Amount
        <input {...amount.props} />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
