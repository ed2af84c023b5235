import { useCallback, useState, type FormEvent } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

type FieldName = keyof NewIngredient;

const FIELDS: { field: FieldName; label: string }[] = [
  { field: "name", label: "Ingredient" },
  { field: "amount", label: "Amount" },
];

const blank = (): Record<FieldName, string> => ({ name: "", amount: "" });

export function AddIngredient({ onAdd }: AddIngredientProps) {
  const [texts, setTexts] = useState(blank);

  const submit = useCallback(
    (event: FormEvent) => {
      event.preventDefault();
      onAdd({ name: texts.name, amount: texts["amount"] });
      setTexts(blank());
    },
    [onAdd, texts],
  );

  return (
    <form onSubmit={submit}>
      {FIELDS.map(({ field, label }) => (
        <label key={field}>
          {label}
          <input
            value={texts[field]}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          />
        </label>
      ))}
      <button type="submit">Add</button>
    </form>
  );
}
