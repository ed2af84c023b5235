export type Ingredient = { id: string; name: string; amount: string };
export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length === 0) return <p>Nothing to prepare</p>;
  ingredients.map((i) => <li key={i.id}>{i.amount} {i.name}</li>);
  return <ul></ul>;
}
