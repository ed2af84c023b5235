export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

function drawRow({ id: ingredientId, ...rest }: Ingredient) {
  return <li key={ingredientId}>{rest.amount + " " + rest.name}</li>;
}

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length === 0) return <p>Nothing to prepare</p>;
  return (
    <ul>
      {ingredients.map(drawRow)}
    </ul>
  );
}
