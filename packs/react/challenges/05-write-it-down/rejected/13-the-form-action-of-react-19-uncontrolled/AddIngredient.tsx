export type NewIngredient = { name: string; amount: string };

export function AddIngredient({ onAdd }: { onAdd: (ingredient: NewIngredient) => void }) {
  function add(data: FormData) {
    onAdd({ name: String(data.get("name")), amount: String(data.get("amount")) });
  }
  return (
    <form action={add}>
      <label>Ingredient<input name="name" /></label>
      <label>Amount<input name="amount" /></label>
      <button type="submit">Add</button>
    </form>
  );
}
