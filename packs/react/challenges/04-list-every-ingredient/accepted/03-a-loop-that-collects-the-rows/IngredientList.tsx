export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  const rows = [];
  for (const { id, amount, name } of ingredients) {
    rows.push(<li key={id}>{amount} {name}</li>);
  }
  return rows.length > 0 ? <ul>{rows}</ul> : <p>Nothing to prepare</p>;
}
