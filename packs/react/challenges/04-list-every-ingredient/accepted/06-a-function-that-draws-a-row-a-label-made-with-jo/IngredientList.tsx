export interface Ingredient {
  id: string;
  name: string;
  amount: string;
}

const label = (ingredient: Ingredient) => [ingredient.amount, ingredient.name].join(" ");

const renderRow = (ingredient: Ingredient) => <li key={ingredient.id}>{label(ingredient)}</li>;

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length) {
    return <ul>{ingredients.map(renderRow)}</ul>;
  }
  return <p>Nothing to prepare</p>;
}
