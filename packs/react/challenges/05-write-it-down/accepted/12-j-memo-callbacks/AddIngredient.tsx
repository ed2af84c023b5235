import { useCallback, useState } from "react";
import type { ChangeEvent, ComponentProps, FormEvent } from "react";
export type NewIngredient = { name: string; amount: string };
type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };
function LabelledInput({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return <label>{label}<input {...input} /></label>;
}
export const AddIngredient = ({ onAdd }: AddIngredientProps) => {
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("");
  const onName = useCallback((e: ChangeEvent<HTMLInputElement>) => setName(e.target.value), []);
  const onAmount = useCallback((e: ChangeEvent<HTMLInputElement>) => setAmount(e.target.value), []);
  const reset = useCallback(() => { setName(""); setAmount(""); }, []);
  const onSubmit = useCallback((e: FormEvent) => {
    e.preventDefault();
    const ingredient: NewIngredient = { name, amount };
    onAdd(ingredient);
    reset();
  }, [name, amount, onAdd, reset]);
  return (
    <form onSubmit={onSubmit}>
      <LabelledInput label="Ingredient" value={name} onChange={onName} />
      <LabelledInput label="Amount" value={amount} onChange={onAmount} />
      <button type="submit">Add</button>
    </form>
  );
};
