export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

function Row({ ingredient }: { ingredient: Ingredient }) {
  return <li>{ingredient.amount} {ingredient.name}</li>;
}

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length === 0) return <p>Nothing to prepare</p>;
  return (
    <ul>
      {ingredients.map((ingredient) => (
        <Row key={ingredient.id} ingredient={ingredient} />
      ))}
    </ul>
  );
}
