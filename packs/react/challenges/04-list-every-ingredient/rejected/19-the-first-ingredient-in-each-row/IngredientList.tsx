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
          {ingredients[0].amount} {ingredients[0].name}
        </li>
      ))}
    </ul>
  );
}
