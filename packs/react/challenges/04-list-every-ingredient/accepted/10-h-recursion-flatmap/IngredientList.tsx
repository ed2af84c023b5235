export type Ingredient = { id: string; name: string; amount: string };
export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  const isEmpty = !ingredients.length;
  return (
    <div>
      {isEmpty ? <p>Nothing to prepare</p> : null}
      {!isEmpty ? <ul>{ingredients.flatMap((item) => [<li key={item.id}>{item.amount} {item.name}</li>])}</ul> : null}
    </div>
  );
}
