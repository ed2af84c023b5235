export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length === 0) return <p>Nothing to prepare</p>;
  return (
    <ul>
      {ingredients.map((ingredient, index) => (
        <li key={index}>
          {ingredient.amount} {ingredient.name}
        </li>
      ))}
    </ul>
  );
}
