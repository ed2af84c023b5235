export type Ingredient = {
  id: string;
  name: string;
  amount: string;
};

export function IngredientList({ ingredients }: { ingredients: Ingredient[] }) {
  // One row for each of the ingredients, or a text when there are none.
  return <ul></ul>;
}
