import * as React from "react";

export type NewIngredient = { name: string; amount: string };

export const AddIngredient = (props: { onAdd: (ingredient: NewIngredient) => void }) => {
  const [name, setName] = React.useState("");
  const [amount, setAmount] = React.useState("");
  const changed = (set: (text: string) => void) => (event: React.ChangeEvent<HTMLInputElement>) => set(event.target.value);

  const submit: React.FormEventHandler = (event) => {
    event.preventDefault();
    const ingredient: NewIngredient = { name, amount };
    props.onAdd(ingredient);
    for (const clear of [setName, setAmount]) clear("");
  };

  return (
    <form onSubmit={submit}>
      <label>Ingredient<input value={name} onChange={changed(setName)} /></label>
      <label>Amount<input value={amount} onChange={changed(setAmount)} /></label>
      <button type="submit">Add</button>
    </form>
  );
};
