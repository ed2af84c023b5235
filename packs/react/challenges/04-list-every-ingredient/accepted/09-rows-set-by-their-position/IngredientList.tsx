export type Ingredient = { id: string; name: string; amount: string };
export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  const n = ingredients.length;
  const rows: JSX.Element[] = [];
  for (let i = 0; i < n; i++) {
    const ingredient = ingredients[i]!;
    rows[i] = <li key={ingredient.id}>{ingredient.amount}{" "}{ingredient.name}</li>;
  }
  const empty = n === 0;
  return empty ? <p>Nothing to prepare</p> : <ul>{rows}</ul>;
}
