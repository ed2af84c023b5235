export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export function AddIngredient({ onAdd }: AddIngredientProps) {
  // Keep the text of both fields here, and hand it over on submit.

  return (
    <form>
      <label>
        Ingredient
        <input />
      </label>
      <label>
        Amount
        <input />
      </label>
      <button type="submit">Add</button>
    </form>
  );
}
