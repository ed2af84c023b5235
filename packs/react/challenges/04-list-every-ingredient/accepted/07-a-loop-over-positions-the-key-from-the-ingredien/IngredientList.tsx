export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  let content;
  if (ingredients.length == 0) {
    content = <p>Nothing to prepare</p>;
  } else {
    let rows = [];
    for (let i = 0; i < ingredients.length; i++) {
      const current = ingredients[i]!;
      rows.push(<li key={current.id}>{current.amount} {current.name}</li>);
    }
    content = <ul>{rows}</ul>;
  }
  return <div>{content}</div>;
}
