export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  if (ingredients.length === 0) return <p>Nothing to prepare</p>;
  return (
    <ul>
      {ingredients.map((ingredient) => (
        <li key={ingredient.id}>
          {ingredient.amount}
          {ingredient.name}
        </li>
      ))}
    </ul>
  );
}
