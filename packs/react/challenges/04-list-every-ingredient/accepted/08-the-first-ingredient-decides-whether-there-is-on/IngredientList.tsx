export type Ingredient = { id: string; name: string; amount: string };
export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  const [first] = ingredients;
  if (!first) return <p>Nothing to prepare</p>;
  return <ul>{ingredients.map((i) => <li key={i.id}>{i.amount} {i.name}</li>)}</ul>;
}
