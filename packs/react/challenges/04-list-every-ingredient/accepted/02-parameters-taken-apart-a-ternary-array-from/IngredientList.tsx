export interface Ingredient {
  id: string;
  name: string;
  amount: string;
}

type Props = { ingredients: Ingredient[] };

export const IngredientList = ({ ingredients }: Props) =>
  ingredients.length ? (
    <ul>
      {Array.from(ingredients, ({ id, name, amount }) => {
        return <li key={id}>{`${amount} ${name}`}</li>;
      })}
    </ul>
  ) : (
    <p>Nothing to prepare</p>
  );
